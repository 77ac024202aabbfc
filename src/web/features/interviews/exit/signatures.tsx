import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { Signatory } from '#web/offline/store/exit-plan-records.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { Panel } from '#web/ui/panel.tsx';

import { useKeptUrls } from '#web/features/interviews/evidence/use-kept-url.ts';
import classes from './exit.module.css';

const SignDialog = lazy(async () => ({
  default: (await import('#web/features/interviews/evidence/sign-dialog.tsx')).SignDialog,
}));

/** The file names of the signatures. The name shows who signed, so nothing else has to be stored for that. */
const fileNames: Readonly<Record<Signatory, string>> = {
  assessor: 'assessor-signature.png',
  hotel: 'hotel-signature.png',
};

export type Signed = Readonly<Record<Signatory, StoredFile | undefined>>;

/** Returns who has signed a plan, by the plan's files. */
export function signaturesIn(files: readonly StoredFile[]): Signed {
  const of = (who: Signatory) => files.find(({ name }) => name === fileNames[who]);
  return { assessor: of('assessor'), hotel: of('hotel') };
}

const words: Readonly<Record<Signatory, string>> = {
  assessor: 'For the brand',
  hotel: 'For the hotel',
};

type Props = {
  planId: string;
  /** The id of one of the plan's questions, because every file of evidence belongs to a question. */
  questionId: number;
  signatures: Signed;
  /** The name of the person who holds the meeting. */
  assessor: string;
  /** Called before somebody signs. */
  onSign: () => void;
  /** Removes the signatures, so that the plan can be changed. */
  onChange: () => void;
};

/** Shows the two signatures and takes them. A signed plan cannot be changed. */
export function Signatures({ planId, questionId, signatures, assessor, onSign, onChange }: Props) {
  const [signer, setSigner] = useState<Signatory>();
  const isSigned = signatures.assessor ?? signatures.hotel;
  return (
    <Panel
      title="Signatures"
      lead={isSigned && 'The plan is signed. To change it, remove the signatures.'}
      actions={
        isSigned && (
          <Button variant="subtle" onClick={onChange}>
            Remove signatures
          </Button>
        )
      }
    >
      <div className={classes.signatures}>
        {(['assessor', 'hotel'] as const).map((who) => (
          <section key={who} aria-label={words[who]}>
            <h3>{words[who]}</h3>
            {signatures[who] ? (
              <SignatureOf file={signatures[who]} />
            ) : (
              <Button
                variant="default"
                size="lg"
                leftSection={<IconSignature size={18} aria-hidden />}
                onClick={() => {
                  onSign();
                  setSigner(who);
                }}
              >
                {who === 'assessor' ? 'Sign for the brand' : 'Sign for the hotel'}
              </Button>
            )}
          </section>
        ))}
      </div>
      {signer && (
        <Suspense>
          <SignDialog
            place={{ interviewId: planId, questionId }}
            isOpen
            onClose={() => setSigner(undefined)}
            file={fileNames[signer]}
            title={`Signature: ${words[signer].toLowerCase()}`}
            signer={signer === 'assessor' ? assessor : ''}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function SignatureOf({ file }: { file: StoredFile }) {
  const url = useKeptUrls([file], 'bytes')?.get(file.clientId);
  return <SignatureShown url={url} name={file.caption} />;
}

export function SignatureShown({ url, name }: { url: string | undefined; name: string }) {
  return (
    <figure className={classes.signature}>
      {url !== undefined && <img src={url} alt={`Signature of ${name}`} />}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
