import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { detailOf } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { ImportDialog } from './import-dialog.tsx';
import { importedFiles, useImportQuestions } from './import-questions.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true };

/** Shows the buttons for a survey's workbook: template, import and export. */
export function WorkbookActions({ survey }: { survey: SurveyWithQuestions }) {
  const path = `/api/surveys/${survey.id}/questions`;
  const template = useDownload(`${path}/template`);
  const all = useDownload(`${path}/export`);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload {...icon} />}
        loading={template.isPending}
        onClick={() => template.mutate()}
      >
        Template
      </Button>
      <ImportButton key={survey.id} surveyId={survey.id} />
      <Button
        variant="default"
        leftSection={<IconFileExport {...icon} />}
        disabled={survey.questions.length === 0}
        loading={all.isPending}
        onClick={() => all.mutate()}
      >
        Export
      </Button>
    </>
  );
}

function ImportButton({ surveyId }: { surveyId: number }) {
  const importing = useImportQuestions(surveyId);
  const forget = useRef<() => void>(null);
  const begins = useRef<HTMLButtonElement>(null);
  const choose = (file: File | null) => {
    if (file) void importing.choose(file);
    // The person may correct the same file and choose it again.
    forget.current?.();
  };
  return (
    <>
      <FileButton accept={importedFiles} resetRef={forget} onChange={choose}>
        {(button) => (
          <Button
            ref={begins}
            variant="default"
            leftSection={<IconFileImport {...icon} />}
            {...button}
          >
            Import (Excel)
          </Button>
        )}
      </FileButton>
      <ImportDialog importing={importing} onClosed={() => begins.current?.focus()} />
    </>
  );
}

function useDownload(path: string) {
  return useMutation({
    mutationFn: () => download({ path }),
    onError: (error) => toast.error('Download failed', detailOf(error)),
  });
}
