import { countWords } from '#web/lib/format.ts';

/** How many of each the server has. `people` is undefined when this person may not read the accounts. */
export type Counted = {
  hotels: number;
  /** Surveys that can be asked. */
  surveys: number;
  people: number | undefined;
  responses: number;
};

export type SetUpStep = {
  key: keyof Counted;
  title: string;
  text: string;
  isDone: boolean;
};

/** Returns the four steps of a fresh installation. Each step needs those before it. */
export function setUpSteps({ hotels, surveys, people, responses }: Counted): SetUpStep[] {
  return [
    {
      key: 'hotels',
      title: 'Add your hotels',
      text:
        hotels > 0
          ? `${countWords(hotels, 'hotel')} so far.`
          : 'Every interview and every score belongs to a hotel. Add one, or import a list.',
      isDone: hotels > 0,
    },
    {
      key: 'surveys',
      title: 'Create a survey',
      text:
        surveys > 0
          ? `${countWords(surveys, 'survey')} can be asked.`
          : 'The questions that you ask in every hotel. Begin with ours, or write your own.',
      isDone: surveys > 0,
    },
    {
      key: 'people',
      title: 'Add your people',
      // A person who may not read the accounts was added by an Admin, so this step is done.
      text:
        people === undefined
          ? 'You have an account.'
          : people > 1
            ? `${countWords(people, 'person', 'people')} can sign in.`
            : 'Assessors hold interviews in every hotel, Service Consultants in their own.',
      isDone: people === undefined || people > 1,
    },
    {
      key: 'responses',
      title: 'Hold the first interview',
      text:
        hotels > 0 && surveys > 0
          ? 'Choose a hotel, and whom you ask. It works without a connection, too.'
          : 'It needs a hotel and a survey.',
      isDone: responses > 0,
    },
  ];
}
