import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import type { Contact } from '#domain/contacts/contact.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showProblem } from '#web/ui/field-errors.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { useSaveContact } from './save-contact.ts';

type Props = {
  hotelId: number;
  /** Undefined for a new contact. */
  contact?: Contact | undefined;
  onClose: () => void;
};

/** Shows the dialog that adds a hotel contact or changes their details. */
export function ContactDialog(props: Props) {
  const title = props.contact ? `Edit ${props.contact.name}` : 'Add a person at the hotel';
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={title}
      asksIf="written"
      closeOnClickOutside={false}
    >
      <ContactForm {...props} />
    </Dialog>
  );
}

export function ContactForm({ hotelId, contact, onClose }: Props) {
  const isOnline = useIsOnline();
  const save = useSaveContact(hotelId, contact?.id);
  const form = useForm({
    initialValues: {
      name: contact?.name ?? '',
      jobTitle: contact?.jobTitle ?? '',
      email: contact?.email ?? '',
    },
  });
  const submit = async ({ email, ...values }: typeof form.values) => {
    try {
      await save.mutateAsync({ ...values, email: email.trim() === '' ? null : email });
      onClose();
    } catch (error) {
      showProblem(form, error, 'Failed to save the person');
    }
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <NeedsConnection>People at the hotel are kept on the server.</NeedsConnection>
        <TextInput
          label="Name"
          // The form also replaces another one in a dialog that is already open.
          ref={focusOn}
          data-autofocus
          {...mustFill}
          {...form.getInputProps('name')}
        />
        <TextInput label="Job title" {...form.getInputProps('jobTitle')} />
        <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      </Stack>
      <DialogFoot>
        <Group justify="flex-end" gap="sm">
          <Button type="submit" disabled={!isOnline} loading={save.isPending}>
            {contact ? 'Save' : 'Add person'}
          </Button>
        </Group>
      </DialogFoot>
    </form>
  );
}
