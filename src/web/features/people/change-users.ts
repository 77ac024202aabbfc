import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { z } from 'zod';

import {
  oneTimePasswordSchema,
  systemUserSchema,
  type SystemUser,
  type SystemUserChange,
  type SystemUserInput,
} from '#domain/people/system-user.ts';
import { call, isOutdated } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { consultantsQuery } from '#web/offline/readings/consultants.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { usersQuery } from './read-users.ts';

/**
 * Returns the state of the Active switch. It shows the wanted value at once, and the stored one
 * again if the server refuses. Changes of one person are sent one after the other, so the last one
 * wins.
 */
export function useActive(user: SystemUser) {
  const { mutate, isPending } = useSaveActive(user);
  const [wish, setWish] = useState<{ of: SystemUser; isActive: boolean }>();
  // The wanted value counts until the list contains the server's reply to it.
  const isOpen = isPending || wish?.of === user;
  return {
    isActive: wish && isOpen ? wish.isActive : user.isActive,
    setActive: (isActive: boolean) => {
      setWish({ of: user, isActive });
      mutate(isActive, { onError: () => setWish(undefined) });
    },
  };
}

function useSaveActive({ id, name }: SystemUser) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `user ${id}` },
    mutationFn: (isActive: boolean) =>
      call({
        method: 'PUT',
        path: `/api/system-users/${id}/status`,
        body: { isActive },
        schema: systemUserSchema,
      }),
    onSuccess: (stored) => {
      client.setQueryData(usersQuery.queryKey, (users) =>
        users?.map((user) => (user.id === id ? stored : user)),
      );
      renewConsultants(client);
      toast.success(
        'Success',
        stored.isActive
          ? `${name} is active and can sign in.`
          : `${name} is inactive and signed out everywhere.`,
      );
    },
    onError: (error) => {
      tellFailure('Failed to update user status', error);
      return refresh(client);
    },
  });
}

/** Asks, then deletes the user. Returns true when the user is deleted. */
export function useDeleteUser() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ id }: SystemUser) =>
      call({ method: 'DELETE', path: `/api/system-users/${id}`, schema: z.null() }),
    onSuccess: (_, { id, name }) => {
      client.setQueryData(usersQuery.queryKey, (users) => users?.filter((user) => user.id !== id));
      renewConsultants(client);
      toast.success('Success', `${name} is deleted.`);
    },
    onError: (error) => {
      tellFailure('Failed to delete user', error);
      return refresh(client);
    },
  });
  return useCallback(
    async (user: SystemUser): Promise<boolean> => {
      const sure = await confirm({
        title: 'Delete user',
        message: `Are you sure you want to delete this user? ${user.name} (${user.email}) is signed out everywhere and cannot sign in again. Their work stays.`,
        confirmLabel: 'Delete user',
        danger: true,
      });
      return (
        sure &&
        mutateAsync(user).then(
          () => true,
          () => false,
        )
      );
    },
    [mutateAsync],
  );
}

/**
 * Requests a password that the server generates for somebody. It is shown in the dialog and stored
 * nowhere.
 */
export function useOneTimePassword() {
  return useMutation({
    mutationFn: () =>
      call({ method: 'POST', path: '/api/one-time-passwords', schema: oneTimePasswordSchema }),
    onError: (error) => tellFailure('No password was made', error),
  });
}

/** What the dialog sends: a new user, or the changed fields of an existing one. */
type UserFields = SystemUserInput | SystemUserChange;

/** Creates or updates a user. Resolves when the list shows the change; rejects like the call. */
export function useSaveUser(user: SystemUser | undefined) {
  const client = useQueryClient();
  const ownId = useCurrentUser().id;
  return useMutation({
    mutationFn: ({ input, requestKey }: { input: UserFields; requestKey: string }) =>
      call({
        ...(user
          ? { method: 'PUT', path: `/api/system-users/${user.id}` }
          : { method: 'POST', path: '/api/system-users', requestKey }),
        body: input,
        schema: systemUserSchema,
      }),
    onSuccess: async (stored) => {
      await Promise.all([refresh(client), stored.id === ownId && refreshCurrentUser()]);
      toast.success('Success', `${stored.name} is ${user ? 'updated' : 'added'}.`);
    },
    onError: (error) => {
      tellFailure(user ? 'Failed to update user' : 'Failed to create user', error);
      if (isOutdated(error)) void refresh(client);
    },
  });
}

function refresh(client: QueryClient): Promise<void> {
  renewConsultants(client);
  return client.invalidateQueries({ queryKey: usersQuery.queryKey });
}

/** Reads the consultants again, because hotels and filters show their names too. */
function renewConsultants(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: consultantsQuery.queryKey });
}

/** Shows what failed, and why. */
function tellFailure(what: string, error: unknown): void {
  toast.error('Error', `${what}. ${whyFailed(error)}`);
}
