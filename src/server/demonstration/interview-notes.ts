/** Notes of interviewers, by how well the interview went. */
export const notesOnStrong: readonly string[] = [
  'Spoke with pride about the team and had an example for every answer.',
  'Could name yesterday’s three upgrades and who had sold them.',
  'The briefing at half past two is short, friendly and exactly on point; worth filming for others.',
  'Colleagues decide refunds themselves and enjoy being trusted with it.',
  'Showed me the complaint log unasked. Every line was closed the same day.',
  'Rooms were released twenty minutes early while we talked.',
  'Guests are greeted by name from the car onwards. The doorman and the desk share one list.',
  'Clearly ready for a larger post; mention to the general manager.',
  'Two colleagues interrupted with a question and were answered kindly and at once.',
  'Keeps a list of regular guests’ preferences and opens it before arrival, not after.',
  'Walked me through a recovery from last night: moved, apologised, called back, written down.',
  'The general manager carried luggage while we spoke. Nobody seemed surprised.',
  'New colleagues sleep one night in the house. Everyone I met had done it.',
  'Back of house as bright as the lobby; the canteen had fresh flowers.',
  'Quotes guest comments word for word, the good ones and the bad ones.',
];

export const notesOnMiddling: readonly string[] = [
  'Good will throughout, but standards are kept from memory, not from a list.',
  'Knows the offers well and feels shy about making them. A role play would help.',
  'Handover between the late and the night shift is spoken only; two examples of things lost.',
  'Asked for the recovery guideline in writing.',
  'Lobby calm and well lit. Corridors on the third floor had trays at noon.',
  'The new rota is fairer, people say, though it is published late.',
  'Answers differ from those of the front desk on who may waive a charge. Clarify at the next session.',
  'Wants to see the guest scores every week, not every quarter.',
  'The welcome is warm once a guest reaches the desk; the way there is long and silent.',
  'Mentors exist on paper. Half of the newcomers could name theirs.',
  'Inspection of rooms depends on how many supervisors are in.',
  'Suggestions are collected in a box that is opened once a quarter.',
  'Handles complaints with tact but never hears how they ended.',
  'Would like to work one day in another department each season.',
  'Briefing took place, though mostly about the rota.',
];

export const notesOnWeak: readonly string[] = [
  'The queue at three o’clock reached the revolving door. Nobody came out from behind the desk.',
  'Said that complaints are "for the manager" and the manager was off until Monday.',
  'Linen ran out twice this week; housekeeping borrows from other floors.',
  'Two of the last four newcomers left within a month. No mentor was named for either.',
  'Short-tempered towards the end; the team has been four people short since summer.',
  'No briefing today, and none that anyone remembers this week.',
  'Afraid to speak openly at first. Asked twice whether answers are named.',
  'Defects are told at the desk and then nobody knows where they go.',
  'The duty manager was called three times in twenty minutes for decisions any colleague could take.',
  'Could not name a standard for the first minute of a stay.',
  'Housekeeping and front desk blame one another for late rooms; no shared list exists.',
  'Canteen closed since spring. People eat on the service stairs.',
  'Upgrades are given away to end discussions, and never offered.',
];

export const notesOnReturn: readonly string[] = [
  'Second conversation with this house: the tone has changed for the better.',
  'The checklist from the virtual session hangs in the back office and is signed every day.',
  'Follow-up calls after complaints are now made, and written down.',
  'Upselling has become a suggestion that fits the guest. Good work by the supervisor.',
  'Rooms are now checked by a second person; the log was complete for both weeks.',
  'Night team has joined the training and speaks of it with some pride.',
  'The head of department now works the peak hour at the desk. Colleagues mention it unasked.',
  'Rota published three weeks ahead since last month.',
];
