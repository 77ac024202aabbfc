import { Button, Skeleton, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';

import type { Role } from '#domain/people/person.ts';
import { canBeAssignedHotels } from '#domain/people/roles.ts';
import { systemUserInputSchema, type SystemUser } from '#domain/people/system-user.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { focusFirstError, markFields } from '#web/ui/field-errors.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { useSaveUser } from './change-users.ts';
import { HotelsField } from './hotels-field.tsx';
import { rolesQuery } from './read-users.ts';
import { UserFields } from './user-fields.tsx';
import { changeOf, inputOf, valuesOf, type UserValues } from './user-form.ts';

type Props = {
  opened: boolean;
  /** Undefined for a new user. */
  user: SystemUser | undefined;
  onClose: () => void;
};

/**
 * The dialog for Add User and Edit User. A click outside does not close it, because typed text
 * would be lost.
 */
export function UserDialog({ opened, user, onClose }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={user ? 'Edit User' : 'Add User'}
      size="44rem"
      asksIf="written"
      closeOnClickOutside={false}
    >
      <WithRoles user={user} onClose={onClose} />
    </Dialog>
  );
}

type FormProps = Omit<Props, 'opened'>;

function WithRoles(props: FormProps) {
  const roles = useQuery(rolesQuery);
  if (roles.error)
    return (
      <LoadError
        title="The roles could not be loaded"
        error={roles.error}
        onRetry={() => void roles.refetch()}
      />
    );
  if (!roles.data)
    return (
      <Stack>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height={60} />
        ))}
      </Stack>
    );
  return <UserForm {...props} roles={roles.data} />;
}

function UserForm({ user, roles, onClose }: FormProps & { roles: Role[] }) {
  const { form, hasHotels, send, isSaving } = useUserForm(user, roles, onClose);
  const action = user ? 'Update User' : 'Create User';
  return (
    <form noValidate onSubmit={form.onSubmit(send, (errors) => focusFirstError(form, errors))}>
      <UserFields form={form} user={user} roles={roles} />
      {hasHotels && <HotelsField form={form} userId={user?.id} />}
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" data-disabled={isSaving || undefined} aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : action}
        </Button>
      </DialogFoot>
    </form>
  );
}

function useUserForm(user: SystemUser | undefined, roles: Role[], onClose: () => void) {
  const keyFor = useRequestKey();
  const form = useForm<UserValues>({
    mode: 'uncontrolled',
    initialValues: valuesOf(user),
    validate: schemaResolver(systemUserInputSchema, { sync: true }),
  });
  const roleId = form.useWatchValue('roleId');
  const role = roles.find(({ id }) => id === roleId);
  const hasHotels = role !== undefined && canBeAssignedHotels(role.name);
  const { mutate, isPending } = useSaveUser(user);
  const send = (values: UserValues) => {
    if (isPending) return;
    const input = user
      ? changeOf(values, form.getInitialValues(), hasHotels)
      : inputOf(values, hasHotels);
    mutate(
      { input, requestKey: keyFor(input) },
      {
        onSuccess: onClose,
        onError: (error) => focusFirstError(form, markFields(form, error).atField),
      },
    );
  };
  return { form, hasHotels, send, isSaving: isPending };
}
