-- Plans of one round are joined by finding and field (docs/decisions/0073).

-- The client ids of the plans that this one goes on from.
alter table exit_plans add column replaces text[] not null default '{}';
-- An Admin who sent what somebody else left on a device. No reference: it only tells a repetition.
alter table exit_plans add column sent_by_id integer;
alter table exit_plans add column sent_by text;

-- When each field was edited, by the device's clock, and no later than it arrived. Null for a default.
alter table exit_plan_items add column what_at timestamptz;
alter table exit_plan_items add column owner_at timestamptz;
alter table exit_plan_items add column due_at timestamptz;
-- When a person decided that this plan holds, where signed plans differ, and who did.
alter table exit_plan_items add column chosen_at timestamptz;
alter table exit_plan_items add column chosen_by text;

-- Plans that are here say nothing of their fields: what they say is as old as their meeting.
update exit_plan_items item set
  what_at = case when item.what <> '' then least(plan.held_at, plan.created_at) end,
  owner_at = case when item.owner_name is not null then least(plan.held_at, plan.created_at) end,
  due_at = least(plan.held_at, plan.created_at)
from exit_plans plan where plan.id = item.plan_id;
