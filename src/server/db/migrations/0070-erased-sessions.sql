-- Deleting a response also erases what its session holds of the person who was asked and of what they said. This
-- does the same for the responses that were deleted before.
update interview_sessions session
set respondent_name = '', respondent_job_title = '', notes = '',
  progress = '{}', answered_at = '{}', remarks = '{}', remarked_at = '{}'
from tombstones deleted
where deleted.kind = 'response' and deleted.client_id = session.client_id;

update self_assessments assessment
set notes = '', progress = '{}', answered_at = '{}', remarks = '{}', remarked_at = '{}'
from tombstones deleted
where deleted.kind = 'response' and deleted.client_id = assessment.client_id;
