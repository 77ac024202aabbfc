import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { FormFoot } from './form-foot.tsx';
import { HotelFields } from './hotel-fields.tsx';
import { inputOf, type HotelValues } from './hotel-form.ts';
import { useCreateHotel } from './save-hotel.ts';
import { focusFirst, hotelsNeedConnection, tellFailure, useHotelForm } from './use-hotel-form.ts';
import { useTellDirty, type Unsaved } from './unsaved.ts';

export function AddHotel({ onDirty, onDone, onCancel }: Unsaved) {
  const { form } = useHotelForm(undefined);
  const create = useCreateHotel();
  useTellDirty(onDirty, form.isDirty());
  const save = (values: HotelValues) =>
    create.mutate(inputOf(values), {
      onSuccess: onDone,
      onError: (error) => tellFailure(form, 'Failed to create hotel', error),
    });
  return (
    <form
      onSubmit={form.onSubmit(save, (errors) => focusFirst(form, Object.keys(errors)))}
      noValidate
    >
      <NeedsConnection>{hotelsNeedConnection}</NeedsConnection>
      <HotelFields form={form} base={undefined} />
      <FormFoot submit="Create Hotel" isSaving={create.isPending} onCancel={onCancel} />
    </form>
  );
}
