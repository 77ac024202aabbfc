import { seededRandom, type Random } from '#server/demonstration/random.ts';

/**
 * Two fields of the hotel. The audit trail stores what the city became, but not the words of the
 * notes.
 */
export const editedFields = ['hotelCity', 'evaluationNotes'] as const;
export type EditedField = (typeof editedFields)[number];

/** What networks, portals, caches and servers do to one request. */
const faults = [
  'lost request',
  'lost reply',
  'broken reply',
  'shortened reply',
  'sent twice',
  'sent twice at once',
  'arrives late',
  'unavailable',
  'bad gateway',
  'too many requests',
  'timeout before it arrives',
  'timeout after it arrived',
  'signed out',
  'portal page',
  'portal page 401',
  'portal page 404',
  'portal redirect',
  'portal JSON',
  'portal JSON 403',
  'portal 204',
] as const;
/** Forged replies by caches and queues that look certain but stored nothing. */
const forgeries = [
  'receipt for other bytes',
  'receipt that only promises',
  'reply to another request',
] as const;
export type Fault = (typeof faults)[number] | (typeof forgeries)[number];

export type FileKind = 'photo' | 'document' | 'signature';

/** What a person does, or what happens to the device, one after the other. */
export type Act =
  | { do: 'begin' | 'note' | 'copy' | 'abandon'; interview: number }
  | { do: 'answer'; interview: number; question: number; choice: number }
  /** The person marks a question not applicable, or writes a note on its answer. */
  | { do: 'mark' | 'remark'; interview: number; question: number }
  /** The person takes a photo, for example. `isFull`: the device has no room for it. */
  | { do: 'take file'; kind: FileKind; interview: number; question: number; isFull: boolean }
  | { do: 'remove file' | 'caption file'; interview: number }
  /** The person edits a hotel, without waiting for a connection. */
  | { do: 'edit hotel'; field: EditedField }
  /** The person agrees the plan of an exit meeting, without waiting for a connection. */
  | { do: 'agree plan'; isSigned: boolean }
  /** Somebody in the office changes the same hotel. */
  | { do: 'office edits' }
  | { do: 'finish'; interview: number; isOnline: boolean }
  | { do: 'sync'; force: boolean; inBothTabs: boolean }
  /** The device's clock is changed by this many milliseconds. */
  | { do: 'set clock'; by: number }
  /** The browser empties the store while pages stay open. */
  | { do: 'clear storage' }
  /** An Admin deactivates the person's account, and activates it again once the faults are over. */
  | { do: 'end account' }
  /** An Admin deletes the response of this interview, if it has arrived. */
  | { do: 'delete response'; interview: number }
  /** The server is restored from a backup that is older than all this. */
  | { do: 'restore' };

/** A tab from its opening to its end. */
export type LifePlan = {
  /**
   * The tab dies before this step. Steps are writes and requests, each counted before and after.
   * Null when it survives.
   */
  crashAt: number | null;
  /** True when the whole device dies, not just this tab. */
  takesDevice: boolean;
  /** What happens to its requests, one after the other. Later ones are not disturbed. */
  faults: (Fault | null)[];
  /** What happens instead to requests that carry an envelope. */
  envelopeFaults: (Fault | null)[];
};

/** The server, or its database's processes, are killed at this request. */
export type Kill = {
  whose: 'server' | 'database';
  /** Whether `nth` counts responses sent, or all requests. */
  among: 'responses' | 'all';
  nth: number;
  /** `half done`: as soon as anything of the response is stored. */
  moment: 'before it arrives' | 'at work' | 'half done' | 'answered' | 'answered in vain';
  /** Milliseconds that the server works on the request before the kill. */
  after: number;
  /** How many requests then find no server. */
  downFor: number;
};

export type Schedule = {
  seed: number;
  interviews: number;
  acts: Act[];
  /**
   * The lives of each tab, one after the other. After its last life, a tab is not disturbed any
   * more.
   */
  lives: [LifePlan[], LifePlan[]];
  kill: Kill | null;
};

/** The number of choice questions in the survey. A text question follows them. */
export const choiceQuestions = 3;

const minute = 60_000;
const day = 24 * 60 * minute;
/** The changes of a device's clock: small ones, and those after an empty battery. */
const clockSets = [-5 * minute, 90 * minute, -day, 3 * day, 40 * day, -40 * day, 400 * day];

/** About two in three of these schedules reach their kill. The others end before that request. */
const killingShare = 0.2;

/**
 * Returns the schedule for a seed. It is a pure function, so one number is enough to report and
 * replay a failure.
 */
export function makeSchedule(seed: number): Schedule {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1));
  const isKilling = random.chance(killingShare);
  const interviews = random.pick([1, 1, 2, 2, 3]);
  const hasTwoTabs = !isKilling && random.chance(0.3);
  const misery = random.pick([0.1, 0.3, 0.6]);
  const acts = makeActs(random, interviews, hasTwoTabs);
  return {
    seed,
    interviews,
    acts: withPlans(
      seededRandom(Math.imul(seed, 0x2c1b3c6d)),
      withFiles(
        seededRandom(Math.imul(seed, 0x27d4eb2f)),
        withMarks(
          seededRandom(Math.imul(seed, 0x165667b1)),
          withEdits(
            seededRandom(Math.imul(seed, 0xc2b2ae35)),
            withMishaps(seededRandom(Math.imul(seed, 0x85ebca6b)), acts, interviews),
          ),
        ),
      ),
    ),
    lives: [makeLives(random, misery), hasTwoTabs ? makeLives(random, misery) : []],
    kill: isKilling ? makeKill(random) : null,
  };
}

/**
 * Returns the acts: every interview in its own order, all of them interleaved, with syncs in
 * between.
 */
function makeActs(random: Random, interviews: number, hasTwoTabs: boolean): Act[] {
  const rows = Array.from({ length: interviews }, (_, interview) =>
    actsOfInterview(random, interview),
  );
  const acts: Act[] = [];
  while (rows.some((row) => row.length > 0)) {
    acts.push(random.pick(rows.filter((row) => row.length > 0)).shift() as Act);
    if (random.chance(0.12)) acts.push(aSync(random, hasTwoTabs));
    if (random.chance(0.05)) acts.push({ do: 'set clock', by: random.pick(clockSets) });
  }
  for (let more = random.whole(1, 2); more > 0; more -= 1) acts.push(aSync(random, hasTwoTabs));
  return acts;
}

/** The shares of all schedules in which each of these happens. */
const clearingShare = 0.08;
const endingShare = 0.08;
const restoringShare = 0.06;

/**
 * Adds what else happens to device, account and server. It uses its own random numbers, so that the
 * rest of a schedule stays the same.
 */
function withMishaps(random: Random, acts: readonly Act[], interviews: number): Act[] {
  let all = [...acts];
  const insert = (act: Act) => {
    all = all.toSpliced(random.whole(1, all.length), 0, act);
  };
  if (random.chance(clearingShare)) insert({ do: 'clear storage' });
  if (random.chance(endingShare)) insert({ do: 'end account' });
  if (random.chance(restoringShare)) {
    const sync: Act = { do: 'sync', force: true, inBothTabs: false };
    const removal: Act = {
      do: 'delete response',
      interview: random.whole(0, interviews - 1),
    };
    if (random.chance(0.3)) insert({ do: 'restore' });
    else all.push(sync, ...(random.chance(0.5) ? [removal] : []), { do: 'restore' });
    if (random.chance(0.5)) all.push(sync);
  }
  return all;
}

const editingShare = 0.6;
const officeShare = 0.4;

/** Adds hotel edits, also with their own random numbers. */
function withEdits(random: Random, acts: readonly Act[]): Act[] {
  if (!random.chance(editingShare)) return [...acts];
  let all = [...acts];
  const insert = (act: Act) => {
    all = all.toSpliced(random.whole(0, all.length), 0, act);
  };
  for (let more = random.whole(1, 5); more > 0; more -= 1)
    insert({ do: 'edit hotel', field: random.pick(['hotelCity', 'hotelCity', 'evaluationNotes']) });
  if (random.chance(officeShare)) insert({ do: 'office edits' });
  // In most schedules the edits are sent before the faults end.
  if (random.chance(0.7)) all.push({ do: 'sync', force: true, inBothTabs: false });
  return all;
}

const planShare = 0.4;

/** Adds plans of exit meetings, with their own random numbers. */
function withPlans(random: Random, acts: readonly Act[]): Act[] {
  let all = [...acts];
  if (!random.chance(planShare)) return all;
  for (let more = random.whole(1, 3); more > 0; more -= 1)
    all = all.toSpliced(random.whole(0, all.length), 0, {
      do: 'agree plan',
      isSigned: random.chance(0.5),
    });
  return all;
}

const markShare = 0.5;

/** Adds what rules of asking allow beside an answer, with their own random numbers. */
function withMarks(random: Random, acts: readonly Act[]): Act[] {
  if (!random.chance(markShare)) return [...acts];
  return acts.flatMap((act): Act[] => {
    if (act.do !== 'answer' || !random.chance(0.5)) return [act];
    const { interview } = act;
    const question = random.chance(0.5) ? act.question : random.whole(0, choiceQuestions);
    const mark: Act = { do: random.pick(['mark', 'remark', 'remark']), interview, question };
    return random.chance(0.5) ? [act, mark] : [mark, act];
  });
}

const fileShare = 0.6;

/**
 * Adds files that are taken, captioned and removed while an interview is held, with their own random
 * numbers.
 */
function withFiles(random: Random, acts: readonly Act[]): Act[] {
  if (!random.chance(fileShare)) return [...acts];
  return acts.flatMap((act): Act[] => {
    if ((act.do !== 'begin' && act.do !== 'answer') || !random.chance(0.5)) return [act];
    const { interview } = act;
    const all: Act[] = [act];
    const sync: Act = { do: 'sync', force: true, inBothTabs: false };
    for (let more = random.whole(1, 2); more > 0; more -= 1) {
      const question = random.whole(0, choiceQuestions);
      const kind = random.pick(['photo', 'photo', 'document', 'signature'] as const);
      all.push({ do: 'take file', kind, interview, question, isFull: random.chance(0.1) });
    }
    if (random.chance(0.3)) all.push({ do: 'caption file', interview });
    if (random.chance(0.2)) all.push(sync);
    if (random.chance(0.3)) all.push({ do: 'caption file', interview });
    if (random.chance(0.2)) all.push({ do: 'remove file', interview });
    if (random.chance(0.1)) all.push(sync);
    return all;
  });
}

/** Returns whether something happens to the server that other schedules would notice. */
export function isAlone({ kill, acts }: Schedule): boolean {
  return kill !== null || acts.some((act) => act.do === 'restore');
}

function actsOfInterview(random: Random, interview: number): Act[] {
  const acts: Act[] = [{ do: 'begin', interview }];
  for (let more = random.whole(1, 4); more > 0; more -= 1) {
    const question = random.whole(0, choiceQuestions);
    acts.push({ do: 'answer', interview, question, choice: random.whole(0, 2) });
    if (random.chance(0.2)) acts.push({ do: 'copy', interview });
    if (random.chance(0.15)) acts.push({ do: 'note', interview });
  }
  if (random.chance(0.1)) acts.push({ do: 'abandon', interview });
  else if (random.chance(0.9)) acts.push({ do: 'finish', interview, isOnline: random.chance(0.5) });
  return acts;
}

function aSync(random: Random, hasTwoTabs: boolean): Act {
  const force = random.chance(0.7);
  return { do: 'sync', force, inBothTabs: hasTwoTabs && random.chance(0.7) };
}

export function makeLives(random: Random, misery: number): LifePlan[] {
  const aFault = () => (random.chance(misery) ? random.pick(faults) : null);
  const anyFault = () => (random.chance(0.25) ? random.pick(forgeries) : aFault());
  return Array.from({ length: random.whole(1, 4) }, () => {
    const length = random.whole(4, 24);
    return {
      crashAt: random.chance(0.6) ? random.whole(1, 50) : null,
      takesDevice: random.chance(0.5),
      faults: Array.from({ length }, () => (random.chance(0.05) ? anyFault() : aFault())),
      envelopeFaults: Array.from({ length }, anyFault),
    };
  });
}

export function makeKill(random: Random): Kill {
  const among = random.chance(0.5) ? 'responses' : 'all';
  return {
    whose: random.chance(0.8) ? 'server' : 'database',
    among,
    nth: among === 'all' ? random.whole(0, 7) : Number(random.chance(0.2)),
    moment: random.pick([
      ...(['before it arrives', 'at work', 'answered', 'answered in vain'] as const),
      ...(['half done', 'half done'] as const),
    ]),
    after: random.whole(0, 12),
    downFor: random.whole(0, 4),
  };
}
