import { Button, PasswordInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { givenPasswordHours } from '#domain/people/password.ts';
import type { Role } from '#domain/people/person.ts';
import type { SystemUser } from '#domain/people/system-user.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { useOneTimePassword } from './change-users.ts';
import { settingsQuery } from './read-users.ts';
import classes from './user-fields.module.css';
import type { UserValues } from './user-form.ts';

type Props = {
  form: UseFormReturnType<UserValues>;
  user: SystemUser | undefined;
  roles: readonly Role[];
};

/**
 * Shows all fields except the hotels. Hints are below the fields, so that fields side by side line
 * up.
 */
export function UserFields({ form, user, roles }: Props) {
  const isOwn = useCurrentUser().id === user?.id;
  const text = (name: 'name' | 'email' | 'mobileNumber') => ({
    ...form.getInputProps(name),
    ...mustFill,
    autoComplete: 'off',
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      <TextInput {...text('name')} label="Full Name" data-autofocus />
      <TextInput {...text('email')} label="Email Address" type="email" />
      <TextInput {...text('mobileNumber')} label="Mobile Number" type="tel" />
      <PasswordField form={form} isNew={!user} />
      <RoleField form={form} roles={roles} isOwn={isOwn} />
      <Switch
        {...form.getInputProps('isActive', { type: 'checkbox' })}
        label="Active User"
        description={isOwn ? 'Only another Admin can deactivate you' : 'Can sign in'}
        disabled={isOwn}
        size="md"
      />
    </SimpleGrid>
  );
}

const hintBelow = ['label', 'input', 'description', 'error'] as (
  'label' | 'input' | 'description' | 'error'
)[];

/**
 * Shows the password field. It may stay blank, be typed, or be filled by the server; in each case
 * the person must replace the password when they sign in.
 */
function PasswordField({ form, isNew }: Pick<Props, 'form'> & { isNew: boolean }) {
  const settings = useQuery(settingsQuery).data;
  const [isShown, show] = useState(false);
  const { mutate: makeUp, data: made, isPending } = useOneTimePassword();
  const isMadeUp = form.useWatchValue('password') === made?.password;
  const make = () =>
    makeUp(undefined, {
      onSuccess: ({ password }) => {
        form.setFieldValue('password', password);
        show(true);
      },
    });
  return (
    <div className={classes.password}>
      <PasswordInput
        key={form.key('password')}
        {...form.getInputProps('password')}
        label="Password"
        placeholder={settings && `Default: ${settings.defaultUserPassword}`}
        description={isMadeUp ? shownOnce : isNew ? forSomeoneNew : forAKnownOne}
        inputWrapperOrder={hintBelow}
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={show}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        mt={6}
        ml={-8}
        onClick={make}
        data-disabled={isPending || undefined}
        aria-disabled={isPending}
      >
        Make a one-time password
      </Button>
    </div>
  );
}

const opens = `opens the account for ${givenPasswordHours} hours, and they choose their own when they sign in.`;
const forSomeoneNew = `Left blank, it is the default one, which an Admin cannot have. It ${opens}`;
const forAKnownOne = `Left blank, it stays as it is. A new one ${opens}`;
const shownOnce = `Write it down now: it is not shown again. It ${opens}`;

function RoleField({ form, roles, isOwn }: Omit<Props, 'user'> & { isOwn: boolean }) {
  const roleId = form.useWatchValue('roleId');
  const role = roles.find(({ id }) => id === roleId);
  return (
    <Select<number>
      data-path="roleId"
      label="Role"
      {...mustFill}
      placeholder="Choose a role"
      description={isOwn ? 'Only another Admin can change your role' : role?.description}
      inputWrapperOrder={hintBelow}
      data={roles.map(({ id, name }) => ({ value: id, label: name }))}
      value={role?.id ?? null}
      onChange={(id) => form.setFieldValue('roleId', id ?? 0)}
      error={form.errors['roleId']}
      allowDeselect={false}
      disabled={isOwn}
    />
  );
}
