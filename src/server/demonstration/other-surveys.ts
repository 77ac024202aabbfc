import { action, environment, fit, type SurveyPlan } from './survey-plan.ts';

/** The survey that came before the two active ones. It is archived, and its responses are kept. */
export const serviceBaseline: SurveyPlan = {
  title: 'Service Culture Baseline',
  description:
    'A first look at a hotel before its assessment begins. Replaced by Guest Journey Standards and the Team and Leadership Review.',
  category: 'hospitality',
  status: 'archived',
  createdAt: 430,
  updatedAt: 176,
  editions: [421],
  questions: [
    {
      ask: 'How would you describe the welcome that guests get here?',
      type: 'scale',
      of: action,
      weight: 2,
      options: { '1 – Cold': 0, '2 – Correct': 4, '3 – Friendly': 7, '4 – Memorable': 10 },
    },
    {
      ask: 'Do colleagues know what they may spend to put something right?',
      type: 'radio',
      of: action,
      weight: 3,
      options: { 'Yes, and they use it': 10, 'Yes, in theory': 5, No: 0 },
    },
    {
      ask: 'Are extras and upgrades offered to guests?',
      type: 'radio',
      of: action,
      weight: 2,
      options: { 'To most, with care': 10, 'To some': 6, 'On request': 3, No: 0 },
    },
    {
      ask: 'Is there a daily briefing in your department?',
      type: 'checkbox',
      of: action,
      options: { 'Every shift': 10, 'On most days': 7, 'Now and then': 3, No: 0 },
    },
    {
      ask: 'How well prepared were you for your present post?',
      type: 'scale',
      of: fit,
      weight: 2,
      options: { '1 – Not at all': 0, '2 – A little': 4, '3 – Well': 8, '4 – Very well': 10 },
    },
    {
      ask: 'Do the people in your team enjoy meeting guests?',
      type: 'radio',
      of: fit,
      weight: 3,
      options: { 'All of them': 10, Most: 8, 'About half': 4, Few: 0 },
    },
    {
      ask: 'How often are you trained on something new?',
      type: 'multiple_choice',
      of: fit,
      options: { 'Every month': 10, 'Every quarter': 7, 'Once a year': 4, 'I have not been': 0 },
    },
    {
      ask: 'How clean and complete are guest rooms at check-in?',
      type: 'scale',
      of: environment,
      weight: 3,
      options: { '1 – Often faulty': 0, '2 – Passable': 4, '3 – Good': 7, '4 – Flawless': 10 },
    },
    {
      ask: 'Are the public rooms inviting at every hour?',
      type: 'radio',
      of: environment,
      weight: 2,
      options: { 'At every hour': 10, 'By day': 6, 'When somebody has time': 3, No: 0 },
    },
    {
      ask: 'Do you have the tools and supplies that your work needs?',
      type: 'radio',
      of: environment,
      weight: 2,
      options: { Always: 10, Mostly: 7, 'Not always': 4, Rarely: 0 },
    },
    {
      ask: 'What should we look at first when we visit?',
      type: 'textarea',
      of: null,
      optional: true,
      replies: [
        'The half hour around three o’clock at the front desk.',
        'How room service hands over to the night team.',
        'The spa entrance; guests cannot find it.',
        'Breakfast on a Sunday.',
        'Please talk with the night auditors, nobody ever does.',
        'The service lift. Everything waits for it.',
      ],
    },
  ],
};

/** A draft that nobody was asked yet. */
export const morningService: SurveyPlan = {
  title: 'Breakfast and Morning Service',
  description: 'The last thing most guests remember. A draft for the spring pilot.',
  category: 'hospitality',
  status: 'draft',
  createdAt: 16,
  updatedAt: 3,
  editions: [],
  questions: [
    {
      ask: 'How long does a guest wait for a table between eight and ten?',
      type: 'radio',
      of: action,
      weight: 3,
      options: {
        'They are seated at once': 10,
        'Under five minutes, with a coffee in hand': 8,
        'Up to ten minutes': 4,
        Longer: 0,
      },
    },
    {
      ask: 'How does a guest learn what is fresh, local or made to order?',
      type: 'multiple_choice',
      of: action,
      weight: 2,
      options: {
        'A colleague tells them at the table': 10,
        'From a card': 6,
        'They find out for themselves': 2,
      },
    },
    {
      ask: 'How well does the team handle allergies at the buffet?',
      type: 'scale',
      of: fit,
      weight: 4,
      options: {
        '1 – We would have to ask': 0,
        '2 – The chef knows': 4,
        '3 – Labels are complete': 7,
        '4 – Everyone can answer, and does': 10,
      },
    },
    {
      ask: 'Is the buffet as inviting ten minutes before closing as at opening?',
      type: 'checkbox',
      of: environment,
      weight: 3,
      options: { 'Yes, every day': 10, 'On quiet days': 5, No: 0 },
    },
    {
      ask: 'Who chooses the music, the light and the temperature of the breakfast room?',
      type: 'radio',
      of: environment,
      options: {
        'The host, from a set plan': 10,
        'Whoever opens': 5,
        'Nobody in particular': 0,
      },
    },
    {
      ask: 'What do guests ask for at breakfast that we cannot give them?',
      type: 'text',
      of: null,
      optional: true,
    },
  ],
};
