import { PasswordInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';

import { shortestPassword } from '#domain/people/password.ts';
import type { Role } from '#domain/people/person.ts';
import type { SystemUser } from '#domain/people/system-user.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { settingsQuery } from './read-users.ts';
import type { UserValues } from './user-form.ts';

type Props = {
  form: UseFormReturnType<UserValues>;
  user: SystemUser | undefined;
  roles: readonly Role[];
};

/** Everything but the hotels. Hints stand below, so that fields beside each other line up. */
export function UserFields({ form, user, roles }: Props) {
  const isOwn = useCurrentUser().id === user?.id;
  const text = (name: 'name' | 'email' | 'mobileNumber') => form.getInputProps(name);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      <TextInput {...text('name')} label="Full Name" autoComplete="off" data-autofocus />
      <TextInput {...text('email')} label="Email Address" type="email" autoComplete="off" />
      <TextInput {...text('mobileNumber')} label="Mobile Number" type="tel" autoComplete="off" />
      <PasswordField form={form} isNew={!user} />
      <RoleField form={form} roles={roles} isOwn={isOwn} />
      <Switch
        {...form.getInputProps('isActive', { type: 'checkbox' })}
        label="Active User"
        description={isOwn ? 'Only another Admin can deactivate you' : 'May sign in'}
        disabled={isOwn}
        size="md"
        mt={{ base: 0, sm: 30 }}
      />
    </SimpleGrid>
  );
}

const hintBelow = ['label', 'input', 'description', 'error'] as (
  'label' | 'input' | 'description' | 'error'
)[];

/** What an Admin may hand over, but its owner not keep. */
const weak = `easy to guess or under ${shortestPassword} characters`;

function PasswordField({ form, isNew }: Pick<Props, 'form'> & { isNew: boolean }) {
  const settings = useQuery(settingsQuery).data;
  return (
    <PasswordInput
      {...form.getInputProps('password')}
      label="Password"
      placeholder={settings && `Default: ${settings.defaultUserPassword}`}
      description={
        isNew
          ? `Left blank, it is the default one. That, and any that is ${weak}, is replaced at the first sign-in`
          : `Left blank, it stays as it is. One that is ${weak} is replaced at the next sign-in`
      }
      inputWrapperOrder={hintBelow}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    />
  );
}

function RoleField({ form, roles, isOwn }: Omit<Props, 'user'> & { isOwn: boolean }) {
  const roleId = form.useWatchValue('roleId');
  const role = roles.find(({ id }) => id === roleId);
  return (
    <Select<number>
      data-path="roleId"
      label="Role"
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
