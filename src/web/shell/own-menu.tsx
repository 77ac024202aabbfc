import { Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconApi,
  IconChevronDown,
  IconDevices,
  IconDownload,
  IconKey,
  IconSearch,
  IconSettingsAutomation,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { findDialog } from '#web/lib/frame-dialogs.ts';
import { install, useInstallWay } from '#web/offline/app/install.ts';
import { paths } from '#web/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loading } from '#web/ui/notices/loading.tsx';
import { MenuChoices } from '#web/ui/menu-choices.tsx';
import { PasswordForm } from '#web/features/auth/password-form.tsx';
import classes from './header.module.css';
import { ThemeChoices } from './theme-choices.tsx';

/** Loaded only when a person opens it, which is rare. */
const SignedInDevices = lazy(async () => ({
  default: (await import('#web/features/auth/signed-in-devices.tsx')).SignedInDevices,
}));

const loadActions = () => import('./actions-choice.tsx');
/** Loaded when the pointer or the focus reaches the menu's button. */
const ActionsChoice = lazy(async () => ({ default: (await loadActions()).ActionsChoice }));
/** Reads whether there are actions, before the menu opens. If that fails, the menu tries again. */
const prepare = () =>
  void loadActions()
    .then(({ readAhead }) => readAhead())
    .catch(() => undefined);

/** Shows who is signed in, and a menu with what they may change about their own account. */
export function OwnMenu() {
  const person = useCurrentUser();
  const [isChanging, { open, close }] = useDisclosure();
  const [areDevicesShown, devices] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  /** Puts the focus on the button, because the menu item that had it when the dialog opened is gone. */
  const onExitTransitionEnd = () => button.current?.focus();
  return (
    <>
      <Menu position="bottom-end" width={210}>
        <Menu.Target>
          <UnstyledButton
            ref={button}
            className={classes.who}
            onPointerEnter={prepare}
            onFocus={prepare}
          >
            <span className={classes.person}>
              <span className={classes.personName}>{person.name || 'Guest'}</span>{' '}
              <span className={classes.role}>({person.role.name || 'No role'})</span>
            </span>
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Choices onPassword={open} onDevices={devices.open} />
      </Menu>
      <ChangePassword opened={isChanging} onClose={close} {...{ onExitTransitionEnd }} />
      <Dialog
        opened={areDevicesShown}
        onClose={devices.close}
        onExitTransitionEnd={onExitTransitionEnd}
        title="Signed-in devices"
        size="36rem"
      >
        <Suspense fallback={<Loading />}>
          <SignedInDevices />
        </Suspense>
      </Dialog>
    </>
  );
}

type ChoicesProps = { onPassword: () => void; onDevices: () => void };

function Choices({ onPassword, onDevices }: ChoicesProps) {
  const person = useCurrentUser();
  const way = useInstallWay();
  return (
    <MenuChoices>
      <Suspense fallback={null}>
        <ActionsChoice />
      </Suspense>
      <FindChoice />
      <Menu.Item leftSection={<IconKey size={18} stroke={1.6} aria-hidden />} onClick={onPassword}>
        Change password
      </Menu.Item>
      <Menu.Item
        leftSection={<IconDevices size={18} stroke={1.6} aria-hidden />}
        onClick={onDevices}
      >
        Signed-in devices
      </Menu.Item>
      {can(person, 'settings.read') && <AdminChoices />}
      {way === 'button' && (
        <Menu.Item
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
          onClick={() => void install()}
        >
          Install Bellwether
        </Menu.Item>
      )}
      <ThemeChoices />
    </MenuChoices>
  );
}

/** Shows the choice that opens "Find anything", because a phone's header has no room for its button. */
function FindChoice() {
  return (
    <Menu.Item
      hiddenFrom="sm"
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      onClick={findDialog.open}
    >
      Find anything
    </Menu.Item>
  );
}

/** Shows choices about the installation. They are here because there is no settings screen. */
function AdminChoices() {
  return (
    <>
      <Menu.Item
        leftSection={<IconSettingsAutomation size={18} stroke={1.6} aria-hidden />}
        component={Link}
        to={paths.background}
      >
        Background work
      </Menu.Item>
      <Menu.Item
        leftSection={<IconApi size={18} stroke={1.6} aria-hidden />}
        component="a"
        href="/api/docs"
        target="_blank"
      >
        API for developers
      </Menu.Item>
    </>
  );
}

type DialogProps = { opened: boolean; onClose: () => void; onExitTransitionEnd: () => void };

function ChangePassword({ onClose, ...props }: DialogProps) {
  return (
    <Dialog {...props} onClose={onClose} title="Change password" asksIf="written">
      <Text mb="md" c="dimmed">
        Every other device you are signed in on is signed out.
      </Text>
      <PasswordForm onSaved={onClose}>
        {(isSending) => (
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              Save password
            </Button>
          </Group>
        )}
      </PasswordForm>
    </Dialog>
  );
}
