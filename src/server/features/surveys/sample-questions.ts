import type { SheetQuestion } from '#domain/surveys/question-sheet.ts';

const option = (text: string, score: number) => ({ text, score, isCorrect: false });

/**
 * The template's rows: one question of every type that authors use. All of them can be imported.
 */
export const sampleQuestions: readonly SheetQuestion[] = [
  {
    text: 'How would you greet a guest who arrives at the front desk?',
    type: 'radio',
    required: true,
    order: 1,
    weight: 3,
    kpeCategory: 'The Right Action',
    answers: [
      option('At once, by name where I know it, with eye contact', 10),
      option('As soon as I have finished what I am doing', 5),
      option('When the guest speaks to me', 0),
    ],
  },
  {
    text: 'How well does this role suit what you enjoy doing?',
    type: 'scale',
    required: true,
    order: 2,
    weight: 2,
    kpeCategory: 'The Right Fit',
    answers: [
      option('1 – Not at all', 0),
      option('2', 2),
      option('3', 5),
      option('4', 8),
      option('5 – Completely', 10),
    ],
  },
  {
    text: 'Which of these do you check first when you inspect a guest room?',
    type: 'checkbox',
    required: false,
    order: 3,
    weight: 1,
    kpeCategory: 'The Right Environment',
    answers: [
      option('Cleanliness of the bathroom', 10),
      option('Temperature and lighting', 6),
      option('Minibar and supplies', 3),
      option('I follow no particular order', 0),
    ],
  },
  {
    text: 'What is the direct line of your manager on duty?',
    type: 'text',
    required: false,
    order: 4,
    weight: 1,
    kpeCategory: null,
    answers: [],
  },
  {
    text: 'What would help you to give guests a better stay?',
    type: 'textarea',
    required: false,
    order: 5,
    weight: 1,
    kpeCategory: null,
    answers: [],
  },
];
