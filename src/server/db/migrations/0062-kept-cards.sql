-- The hotel's row keeps the JSON of its card on the board (docs/decisions/0092), because making it for 20,000
-- hotels took a third of the board's call.
--
-- A later migration that changes the card's fields drops the column and this function, and creates both with the new
-- fields. PostgreSQL then makes the cards of all hotels again, in about a second for 20,000.

-- Returns the JSON, and is the one place that says what it holds of a hotel (boardCardSchema). An expression of a
-- column must be immutable. The functions that make JSON are not declared so, but they are for these types: a
-- calendar day has one form in JSON, and a moment becomes a time in UTC first, whatever the session's zone is.
-- plpgsql, because PostgreSQL then plans the statement once for each connection.
create function board_card(id integer, hotel_name text, hotel_brand text, hotel_city text,
  hotel_state text, hotel_management_co text, status text, stage text, service_consultant_id integer,
  version integer, virtual_session_completion_date date, virtual_re_assessment_completion_date date,
  stage_since timestamptz, evaluation_notes text)
returns text immutable parallel safe language plpgsql as $$
begin
  return (select row_to_json(card)::text from (select
    id,
    hotel_name as "hotelName",
    hotel_brand as "hotelBrand",
    hotel_city as "hotelCity",
    hotel_state as "hotelState",
    hotel_management_co as "hotelManagementCo",
    status,
    stage,
    service_consultant_id as "serviceConsultantId",
    version,
    virtual_session_completion_date as "virtualSessionCompletionDate",
    virtual_re_assessment_completion_date as "virtualReAssessmentCompletionDate",
    (left(to_json(stage_since at time zone 'UTC')::text, -1) || 'Z"')::json as "stageSince",
    coalesce(evaluation_notes <> '', false) as "hasEvaluationNotes") card);
end $$;

alter table hotels add column board_card text not null generated always as (board_card(id, hotel_name,
  hotel_brand, hotel_city, hotel_state, hotel_management_co, status, stage, service_consultant_id, version,
  virtual_session_completion_date, virtual_re_assessment_completion_date, stage_since, evaluation_notes)) stored;
