-- The order in which people look names up: accents and case decide last, and 2 stands before 10.
create collation name_order (provider = icu, locale = 'und-u-kn-true');

-- In which the list of hotels and the board come.
drop index hotels_by_name;
create index hotels_by_name on hotels (hotel_name collate name_order, id);
