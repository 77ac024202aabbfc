import { sql } from 'kysely';

import { rolesThat } from '#domain/people/roles.ts';

/** True when the owner of an action can no longer work on it. Those who can are those whom `usersAt` returns, and contacts. */
export const hasLeft = sql<boolean>`case when action.owner_name is null then false
  when action.owner_contact_id is not null then not exists (
    select from hotel_contacts contact where contact.id = action.owner_contact_id and contact.is_active)
  else not exists (
    select from system_users owner join user_roles role on role.id = owner.role_id
    where owner.id = action.owner_user_id and owner.is_active
      and (role.name in (${sql.join([...rolesThat('hotels.all')])}) or exists (
        select from assigned_hotels assigned
        where assigned.user_id = owner.id and assigned.hotel_id = action.hotel_id))) end`;
