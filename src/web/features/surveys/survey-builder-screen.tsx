import { useQuery } from '@tanstack/react-query';

import { useAddress } from '#web/lib/address.ts';
import { isNotFound } from '#web/lib/api.ts';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { Page } from '#web/ui/page.tsx';
import { Segments } from '#web/ui/charts/segments.tsx';
import { builderViewSchema, type BuilderView } from './builder-view.ts';
import { QuestionsPanel } from './questions/questions-panel.tsx';
import { surveyQuery } from './read-surveys.ts';
import classes from './survey-builder-screen.module.css';
import { SurveySetup } from './survey-setup.tsx';

/** Shows the Survey Builder: a survey's own fields on the left, its questions on the right. */
export function SurveyBuilderScreen() {
  const [view, change] = useAddress(builderViewSchema);
  const { survey: id, panel } = view;
  const survey = useQuery({ ...surveyQuery(id ?? 0), enabled: id !== undefined });
  // A survey that was deleted meanwhile still has the data of its last reading.
  const isThere = survey.data !== undefined && !isNotFound(survey.error);
  const isEditable = isThere && survey.data.status !== 'archived';
  const select = (next: number | undefined, shown: BuilderView['panel'] = panel) =>
    change({
      survey: next,
      find: next === id ? view.find : undefined,
      panel: shown === 'setup' ? undefined : shown,
    });
  return (
    <Page title="Survey Builder">
      <NeedsConnection>
        Surveys cannot be changed offline. You see them as this device last read them.
      </NeedsConnection>
      <div className={classes.switch}>
        <Segments
          label="Panel"
          choices={panels}
          value={panel}
          onChange={(next) => change({ panel: next === 'setup' ? undefined : next })}
        />
      </div>
      <div className={classes.panels} data-panel={panel}>
        <div className={classes.setup}>
          <SurveySetup
            selectedId={id}
            selected={isEditable ? survey.data : undefined}
            onSelect={select}
            onRemoved={() =>
              change({ survey: undefined, find: undefined }, { evenIfUnsaved: true })
            }
          />
        </div>
        <div className={classes.questions}>
          <QuestionsPanel
            key={id ?? 'none'}
            id={id}
            survey={survey}
            view={view}
            onChange={(changed) => change(changed, { replace: true })}
          />
        </div>
      </div>
    </Page>
  );
}

const panels = [
  { value: 'setup', label: 'Survey Setup' },
  { value: 'questions', label: 'Questions' },
];
