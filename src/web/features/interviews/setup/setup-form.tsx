import { Button, Skeleton, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { startDialog } from '#web/lib/frame-dialogs.ts';
import { paths } from '#web/paths.ts';
import { Deferred } from '#web/ui/deferred.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { focusFirstError } from '#web/ui/field-errors.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import classes from './setup.module.css';
import { SetupFields } from './setup-fields.tsx';
import { useBegin, type Beginning } from './use-begin.ts';
import type { useActiveSurveys } from './use-setup.ts';

type Props = Omit<Beginning, 'surveys'> & {
  /** The screen reads the surveys beside the hotel, because the form shows only after the hotel. */
  active: ReturnType<typeof useActiveSurveys>;
};

/** Shows Interview Setup and Ready to Start. */
export function SetupForm({ active, ...props }: Props) {
  if (active.isError)
    return (
      <LoadError
        title="Failed to load surveys"
        error={active.error}
        onRetry={() => void active.refetch()}
      />
    );
  return (
    <Deferred value={active.data?.surveys}>
      {(surveys) => {
        if (!surveys) return <Skeleton h={340} radius="lg" />;
        if (surveys.length > 0) return <Fields {...props} surveys={surveys} />;
        return (
          <Panel title="Interview Setup">
            <NoSurveys />
          </Panel>
        );
      }}
    </Deferred>
  );
}

/** Shown when there is no survey to ask. */
export function NoSurveys() {
  const mayBuild = can(useCurrentUser(), 'surveys.build');
  return (
    <Empty
      title="No active surveys available"
      text={`Interviews need an active survey.${mayBuild ? '' : ' An Admin can activate one in the Survey Builder.'}`}
      action={
        mayBuild && (
          <Button component={Link} to={paths.surveyBuilder} onClick={startDialog.close}>
            Open Survey Builder
          </Button>
        )
      }
    />
  );
}

function Fields(props: Beginning) {
  const { form, begin, isBeginning } = useBegin(props);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void begin(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Panel title="Interview Setup">
        <SetupFields form={form} surveys={props.surveys} />
      </Panel>
      <ReadyToStart isBeginning={isBeginning} />
    </form>
  );
}

function ReadyToStart({ isBeginning }: { isBeginning: boolean }) {
  const guard = usePressGuard('start');
  return (
    <div className={classes.ready}>
      <div>
        <Title order={2} className={classes.readyTitle}>
          Ready to Start
        </Title>
        <Text size="sm" c="dimmed">
          Every answer is saved on this device as it is given. You can leave and resume at any time,
          with or without a connection.
        </Text>
      </div>
      <Button
        {...guard}
        type="submit"
        size="lg"
        loading={isBeginning}
        rightSection={<IconArrowRight size={20} aria-hidden />}
      >
        Start Interview
      </Button>
    </div>
  );
}
