/** Findings that evaluation notes begin with. */
export const evaluationFindings: readonly string[] = [
  'Scores rose in all three categories between the visit on site and the re-assessment. The arrival is now the strongest part of the stay; room release still depends on one supervisor.',
  'The team has taken up the briefing with conviction. Upselling is offered to nearly everyone, yet the wording is the same for a honeymoon and a business trip.',
  'Service recovery is quick and generous. What is missing is the second conversation: guests are seldom asked afterwards whether all is well.',
  'A warm house with tired corridors. Maintenance reports wait too long, and colleagues have begun to apologise for the building instead of reporting it.',
  'Leadership changed during the assessment. The new general manager works the peak hour beside the desk, and answers of the second round show it.',
  'The Right Environment remains below the line. Linen runs short at weekends, which delays rooms, queues and moods in that order.',
  'Strong at the desk, uneven at night. The night team was not part of the first training and asked for it themselves.',
  'Consistent results across departments. Two supervisors are ready for larger posts and should be named in the succession plan.',
  'Preferences are recorded with care but reach the next stay only by chance. The profile is opened after arrival, not before it.',
];

/** Next steps that evaluation notes end with. */
export const actionPlans: readonly string[] = [
  'Agreed: a spot check of ten rooms a day until the end of the quarter, then a review.',
  'Agreed with the owner: repair of the service lift and new corridor lighting before the season.',
  'The hotel leaves the programme with distinction; a courtesy call in six months.',
  'A coaching day for the night team is booked, after which the case is closed.',
  'Recommended for a second full assessment next year.',
  'The action plan is signed by the general manager and the head of rooms. No further visit is needed.',
];
