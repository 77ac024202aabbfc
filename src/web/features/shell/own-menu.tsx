import { Button, Group, Menu, Modal, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconDownload, IconKey } from '@tabler/icons-react';

import { useCurrentUser } from '#web/lib/current-user.ts';
import { install, useInstallWay } from '#web/offline/install.ts';

import classes from './header.module.css';
import { PasswordForm } from './password-form.tsx';

/** Who is signed in, and what they may change of their own account. */
export function OwnMenu() {
  const person = useCurrentUser();
  const way = useInstallWay();
  const [isChanging, { open, close }] = useDisclosure();
  return (
    <>
      {/* Above a toast, which would lie over it just after a password was saved. */}
      <Menu position="bottom-end" width={210} zIndex={500}>
        <Menu.Target>
          <UnstyledButton className={classes.who}>
            <span>{person.name || 'Guest'}</span> ({person.role.name || 'No role'})
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={18} stroke={1.6} aria-hidden />} onClick={open}>
            Change password
          </Menu.Item>
          {way === 'button' && (
            <Menu.Item
              leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
              onClick={() => void install()}
            >
              Install Bellwether
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isChanging} onClose={close} title="Change password">
        <Text mb="md" c="dimmed">
          Every other device you are signed in on is signed out.
        </Text>
        <PasswordForm onSaved={close}>
          {(isSending) => (
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={isSending}>
                Save password
              </Button>
            </Group>
          )}
        </PasswordForm>
      </Modal>
    </>
  );
}
