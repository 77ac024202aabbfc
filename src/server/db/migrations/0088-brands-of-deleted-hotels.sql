-- The brands that responses of deleted hotels have are choices of Results. With this index they are found one after the
-- other, however many such responses there are.
create index responses_of_deleted_hotels on responses (hotel_brand) where hotel_id is null;
