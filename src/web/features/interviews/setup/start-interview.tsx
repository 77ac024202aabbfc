import { Button, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Survey } from '#domain/surveys/survey.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { readHeldBefore, type HeldBefore } from '#web/offline/outbox/interviews-held.ts';
import { useKeptReassessment } from '#web/offline/readings/reassessment-reading.ts';
import { interviewPath } from '#web/paths.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { focusFirstError } from '#web/ui/field-errors.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { ReturnedToYou } from '#web/ui/responses/returned-to-you.tsx';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import { ChooseHotel } from './choose-hotel.tsx';
import { ResumeCard } from './resume-card.tsx';
import { SetupFields } from './setup-fields.tsx';
import { NoSurveys } from './setup-form.tsx';
import classes from './start-interview.module.css';
import { useBegin, type Beginning } from './use-begin.ts';
import { useActiveSurveys, useResumableAnywhere, useSessionsUnderWay } from './use-setup.ts';

type Props = { isOpen: boolean; onClose: () => void };

/**
 * Shows the dialog that begins an interview from any screen. The user chooses the hotel, then the survey and
 * the respondent.
 */
export function StartInterview({ isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title="Start interview"
      size="lg"
      asksIf="written"
      fullScreen={isPhone}
    >
      <Steps onClose={onClose} />
    </Dialog>
  );
}

function Steps({ onClose }: Pick<Props, 'onClose'>) {
  const navigate = useNavigate();
  const [hotel, setHotel] = useState<Hotel>();
  // Both are read while the user chooses the hotel, so that the next step does not wait for them.
  const active = useActiveSurveys();
  useSessionsUnderWay();
  const before = useStored(readHeldBefore);
  if (active.isError)
    return (
      <LoadError
        title="Failed to load surveys"
        error={active.error}
        onRetry={() => void active.refetch()}
      />
    );
  if (!active.data || !before) return <Skeleton h={420} radius="lg" />;
  if (active.data.surveys.length === 0) return <NoSurveys />;
  if (!hotel) return <ChooseHotel recent={before.hotels} onChoose={setHotel} />;
  const open = (clientId: string) => {
    onClose();
    void navigate({ to: interviewPath(hotel.id), search: { resume: clientId } });
  };
  return (
    <AtHotel
      hotel={hotel}
      surveys={active.data.surveys}
      before={before}
      onBegun={open}
      onOther={() => setHotel(undefined)}
    />
  );
}

type AtHotelProps = Omit<Beginning, 'surveyId'> & {
  before: HeldBefore;
  /** Returns to the list of hotels. */
  onOther: () => void;
};

/** Shows the chosen hotel, its interviews in progress, and the form. */
function AtHotel({ before, onOther, ...beginning }: AtHotelProps) {
  const { hotel, surveys, onBegun } = beginning;
  const resumable = useResumableAnywhere(hotel.id);
  useKeptReassessment(hotel);
  return (
    <Stack gap="md">
      <Say words={`Interview at ${hotel.hotelName}`} />
      <div className={classes.chosen}>
        <div>
          <p className={classes.name}>{hotel.hotelName}</p>
          <p className={classes.place}>
            {hotel.hotelBrand} · {hotel.hotelCity}
          </p>
        </div>
        <Button variant="default" size="md" onClick={onOther}>
          Other hotel
        </Button>
      </div>
      <ReturnedToYou hotelId={hotel.id} onOpen={onBegun} />
      {resumable && resumable.length > 0 && (
        <Stack gap="md" tabIndex={-1} ref={focusOn}>
          {resumable.map((one) => (
            <ResumeCard key={one.clientId} interview={one} hotelId={hotel.id} onResume={onBegun} />
          ))}
        </Stack>
      )}
      {resumable ? (
        <Form
          {...beginning}
          surveyId={before.surveyId ?? onlyOf(surveys)}
          titles={suggestTitles(before.jobTitles)}
          // Interviews in progress come first. If the form took the focus, the user would miss
          // them.
          takesFocus={resumable.length === 0}
        />
      ) : (
        <Skeleton h={340} radius="lg" />
      )}
    </Stack>
  );
}

type FormProps = Beginning & { titles: readonly string[]; takesFocus: boolean };

function Form({ titles, takesFocus, ...beginning }: FormProps) {
  const { form, begin, isBeginning } = useBegin(beginning);
  const guard = usePressGuard('start');
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void begin(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <SetupFields
        form={form}
        surveys={beginning.surveys}
        takesFocus={takesFocus}
        titles={titles}
      />
      <DialogFoot>
        <Button {...guard} type="submit" size="lg" loading={isBeginning}>
          Start
        </Button>
      </DialogFoot>
    </form>
  );
}

function onlyOf(surveys: readonly Survey[]): number | undefined {
  return surveys.length === 1 ? surveys[0]?.id : undefined;
}

/** Job titles that most hotels have. */
const usualTitles = [
  'General Manager',
  'Front Office Manager',
  'Executive Housekeeper',
  'Head Concierge',
  'Food and Beverage Manager',
  'Night Manager',
];
const mostTitles = 6;

/** Returns job titles to offer, those of this device's earlier interviews first. */
function suggestTitles(before: readonly string[]): string[] {
  return [...new Set([...before, ...usualTitles])].slice(0, mostTitles);
}
