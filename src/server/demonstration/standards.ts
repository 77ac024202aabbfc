import { action, environment, fit, type SurveyPlan } from './survey-plan.ts';

const metOrNot = { Met: 10, 'Met in part': 6, 'Not met': 0 };
const pool = 'Does the hotel have a pool?';
const allergies = 'Does the kitchen answer for allergens in writing?';

/** An audit by standard codes that uses every rule of asking and scoring. */
export const houseStandards: SurveyPlan = {
  title: 'House Standards Audit',
  description:
    'The standards that every hotel of the group keeps, by their codes. Walk through the house with the head of department, section by section.',
  category: 'hospitality',
  status: 'active',
  createdAt: 782,
  updatedAt: 300,
  editions: [775],
  rules: { passLine: 75, findingLine: 60, thresholds: { [environment]: 65 } },
  questions: [
    {
      ...{ ask: 'Is every arriving guest acknowledged within ten seconds?', type: 'radio' },
      ...{ of: action, weight: 3, code: 'FO-001', section: 'Front office', options: metOrNot },
      guidance: 'Stand in the lobby for a quarter of an hour and count arrivals.',
    },
    {
      ...{ ask: 'Is the registration card complete and signed?', type: 'radio' },
      ...{ of: action, code: 'FO-007', section: 'Front office', options: metOrNot },
      ...{ evidence: 'on-finding' },
    },
    {
      ...{ ask: 'Is a guest’s room number never said aloud?', type: 'checkbox' },
      ...{ of: action, weight: 5, code: 'FO-012', section: 'Front office', critical: true },
      guidance: 'The number is written or shown. One that is said aloud is a finding.',
      options: { 'Never heard': 10, 'Heard once': 2, 'Said as a habit': 0 },
    },
    {
      ...{ ask: 'How well does the team know the hotel’s own story?', type: 'scale' },
      ...{ of: fit, weight: 2, code: 'FO-020', section: 'Front office' },
      options: { '1 – Not at all': 0, '2 – A few': 4, '3 – Most': 8, '4 – Everyone': 10 },
    },
    {
      ...{ ask: 'Are messages for guests delivered within ten minutes?', type: 'radio' },
      ...{ of: action, code: 'FO-024', section: 'Front office', options: metOrNot, allowNa: true },
    },
    {
      ...{ ask: 'Is the bathroom spotless in five rooms out of five?', type: 'radio' },
      ...{ of: environment, weight: 4, code: 'HK-003', section: 'Rooms' },
      ...{ evidence: 'always' },
      options: { 'Five of five': 10, 'Four of five': 7, 'Three or fewer': 0 },
      findings: { 'Four of five': false },
    },
    {
      ...{ ask: 'Do fire doors in the guest corridors close by themselves?', type: 'radio' },
      ...{ of: environment, weight: 6, code: 'SF-001', section: 'Rooms', critical: true },
      guidance: 'Open three doors fully and let go. Wedges are a finding.',
      options: { 'All three': 10, 'Two of three': 3, Fewer: 0 },
    },
    {
      ...{ ask: 'Is the minibar complete and within its dates?', type: 'checkbox' },
      ...{ of: environment, code: 'HK-011', section: 'Rooms', options: metOrNot, allowNa: true },
    },
    {
      ...{ ask: 'Can housekeepers say what they do when a guest is ill?', type: 'scale' },
      ...{ of: fit, weight: 3, code: 'HK-015', section: 'Rooms' },
      options: { '1 – None can': 0, '2 – Some': 4, '3 – Most': 8, '4 – All': 10 },
    },
    {
      ...{ ask: pool, type: 'radio', of: null, section: 'Pool and spa', code: 'PS-000' },
      options: { Yes: 0, No: 0 },
    },
    {
      ...{ ask: 'Are water values written down three times a day?', type: 'radio' },
      ...{ of: environment, weight: 3, code: 'PS-002', section: 'Pool and spa', optional: true },
      ...{ options: metOrNot, showIf: { ask: pool, is: ['Yes'] } },
    },
    {
      ...{ ask: 'Is a trained rescuer on duty while the pool is open?', type: 'radio' },
      ...{ of: fit, weight: 5, code: 'PS-004', section: 'Pool and spa', optional: true },
      ...{ options: metOrNot, showIf: { ask: pool, is: ['Yes'] } },
    },
    {
      ...{ ask: allergies, type: 'multiple_choice' },
      ...{ of: action, weight: 5, code: 'FB-002', section: 'Food and beverage', critical: true },
      ...{ allowNa: true },
      options: { 'For every dish': 10, 'On request': 7, No: 0 },
      findings: { 'On request': false },
    },
    {
      ...{ ask: 'Who keeps the list of allergens up to date?', type: 'text', of: null },
      ...{ optional: true, section: 'Food and beverage' },
      showIf: { ask: allergies, isNot: ['No'] },
      replies: ['The sous-chef, every Monday.', 'The food and beverage manager.', 'The head chef.'],
    },
    {
      ...{ ask: 'Is breakfast replenished until its last ten minutes?', type: 'radio' },
      ...{ of: environment, weight: 2, code: 'FB-009', section: 'Food and beverage' },
      ...{ options: metOrNot },
    },
    {
      ...{ ask: 'Do waiting staff carry the certificate for serving alcohol?', type: 'radio' },
      ...{ of: fit, weight: 2, code: 'FB-014', section: 'Food and beverage', allowNa: true },
      ...{ options: metOrNot },
    },
    {
      ...{ ask: 'What should the next audit look at first?', type: 'textarea', of: null },
      ...{ optional: true },
      replies: [
        'The back stairs; doors are wedged open on delivery days.',
        'Evening turn-down on the club floor.',
        'The new bar, once it has opened.',
      ],
    },
  ],
};
