import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { memo, useState } from 'react';

import { longestActionText } from '#domain/actions/action.ts';
import { longestLine } from '#domain/text.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import type { PlanItem, PlanOwner } from '#web/offline/store/exit-plan-records.ts';
import type { FindingHere } from '#web/offline/drafts/findings-here.ts';
import { codeOf } from '#web/ui/actions/action-words.ts';
import { SeverityMark } from '#web/ui/actions/marks.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { countText } from '#web/ui/text-count.ts';

import classes from './exit.module.css';
import { editItem } from './edit-item.ts';
import { chooseOwner, keyOfOwner, someoneElse, type Owners } from './owners.ts';
import type { ChangePlan } from './plan-writer.ts';

type Props = {
  number: number;
  finding: FindingHere;
  item: PlanItem | undefined;
  owners: Owners;
  /** The addresses of the photos that this device has. */
  photos: readonly string[];
  /** The due date that is shown until somebody chooses another. */
  defaultDue: string;
  change: ChangePlan;
  /** Gives this owner to every finding without an owner. Absent when that is not offered. */
  onForAll?: ((owner: PlanOwner) => void) | undefined;
};

/** Shows one finding with the fields for its action: what is done, by whom, and until when. */
export const FindingCard = memo(function FindingCard(props: Props) {
  const { number, finding, item, photos, defaultDue, change } = props;
  const { key, questionText, severity, said } = finding;
  const set = (part: Pick<PlanItem, 'what' | 'dueOn'>) =>
    change(({ items }) => ({ items: { ...items, [key]: editItem(items[key], part, Date.now()) } }));
  const what = item?.what ?? '';
  const dueOn = item?.dueOn ?? defaultDue;
  const code = codeOf({ questionKey: key });
  return (
    <li className={classes.finding}>
      <div className={classes.found}>
        <p className={classes.mark}>
          <SeverityMark severity={severity} />
          {code !== undefined && <span className={classes.soft}>{code}</span>}
        </p>
        <h3 id={`finding-${number}`}>
          {number}. <bdi>{questionText}</bdi>
        </h3>
        <ul className={classes.said}>
          {said.map(({ respondentName, answer, interviewId, questionId }) => (
            <li key={`${interviewId} ${respondentName} ${questionId}`}>
              <bdi>{answer}</bdi> <span className={classes.soft}>({respondentName})</span>
            </li>
          ))}
        </ul>
        {photos.length > 0 && (
          <div className={classes.photos}>
            {photos.map((url, at) => (
              <img key={url} src={url} alt={`Evidence ${at + 1} of finding ${number}`} />
            ))}
          </div>
        )}
      </div>
      <div className={classes.fields} role="group" aria-labelledby={`finding-${number}`}>
        <Textarea
          label="What will be done"
          autosize
          minRows={2}
          maxRows={12}
          value={what}
          onChange={(event) => set({ what: event.currentTarget.value })}
          {...countText(what, longestActionText)}
        />
        <div className={classes.pair}>
          <OwnerField {...props} />
          <DateField
            label="By when"
            value={dueOn}
            onChange={(day) => set({ dueOn: day })}
            {...(dueOn === '' && { error: 'Choose a day' })}
          />
        </div>
      </div>
    </li>
  );
});

function OwnerField({ finding: { key }, item, owners, change, onForAll }: Props) {
  const [isNew, setNew] = useState(false);
  const owner = item?.owner ?? null;
  const choose = (value: string | null) => {
    setNew(value === someoneElse);
    if (value === someoneElse) return;
    const chosen = value === null ? { owner: null } : owners.of(value);
    if (chosen) chooseOwner(change, key, chosen);
  };
  return (
    <div className={classes.owner}>
      <Select
        label="Who"
        placeholder="Choose who does it"
        data={owners.groups}
        value={isNew ? someoneElse : owner && keyOfOwner(owner)}
        onChange={choose}
        searchable
        clearable
        limit={200}
        nothingFoundMessage="Nobody found. Choose “Someone else…”"
      />
      {isNew && (
        <NewPerson
          onAdd={(name, jobTitle) => {
            const clientId = newRequestKey();
            const added = { clientId, name, jobTitle };
            chooseOwner(change, key, { owner: { kind: 'new', clientId, name }, added });
            setNew(false);
          }}
        />
      )}
      {owner && onForAll && !isNew && (
        <Button
          variant="light"
          size="compact-md"
          className={classes.forAll ?? ''}
          onClick={() => onForAll(owner)}
        >
          Same person for all
        </Button>
      )}
    </div>
  );
}

/** Shows the fields for a person who is not yet a hotel contact. The plan makes them one. */
function NewPerson({ onAdd }: { onAdd: (name: string, jobTitle: string) => void }) {
  const [name, setName] = useState('');
  const [jobTitle, setJobTitle] = useState('');
  const nameCount = countText(name, longestLine);
  const jobCount = countText(jobTitle, longestLine);
  const isReady = name.trim() !== '' && !nameCount.error && !jobCount.error;
  const add = () => isReady && onAdd(name.trim(), jobTitle.trim());
  const onKeyDown = (event: { key: string }) => {
    if (event.key === 'Enter') add();
  };
  return (
    <div className={classes.newPerson}>
      <TextInput
        label="Name"
        ref={focusOn}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...nameCount}
      />
      <TextInput
        label="Job title"
        autoComplete="off"
        value={jobTitle}
        onChange={(event) => setJobTitle(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...jobCount}
      />
      <Button variant="default" disabled={!isReady} onClick={add}>
        Add
      </Button>
    </div>
  );
}
