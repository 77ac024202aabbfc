import { Menu } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { MoreMenu } from '#web/ui/more-menu.tsx';

const load = () => import('./copy-questions-dialog.tsx');
const CopyDialog = lazy(async () => ({ default: (await load()).CopyQuestionsDialog }));

/** Renders the menu of actions on a survey's questions that are seldom needed. */
export function MoreForQuestions({ survey }: { survey: SurveyWithQuestions }) {
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const open = () => {
    setNeeded(true);
    setOpen(true);
  };
  return (
    <>
      <MoreMenu label="More for questions" width={250}>
        <Menu.Item leftSection={<IconCopyPlus size={18} stroke={1.6} aria-hidden />} onClick={open}>
          Copy from another survey
        </Menu.Item>
      </MoreMenu>
      {isNeeded && (
        <Suspense fallback={null}>
          <CopyDialog survey={survey} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
