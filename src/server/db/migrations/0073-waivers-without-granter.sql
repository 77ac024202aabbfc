-- The copy of a hotel's waivers does not say who granted or revoked them. So the deletion of that person does not
-- change it. Made again then, the copy could lack a waiver that another transaction granted at the same moment. All
-- other changes hold the hotel's lock, so they follow one another.
drop trigger waivers_kept_with_hotel on waivers;
create trigger waivers_kept_with_hotel
  after insert or delete
    or update of hotel_id, question_key, reason, valid_from, valid_to, granted_at, revoked_at on waivers
  for each row when (not is_restoring()) execute function keep_waivers();
