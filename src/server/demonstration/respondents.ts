import type { Random } from './random.ts';

/** A person of a hotel who is interviewed. The names are invented. */
export type Respondent = { respondentName: string; respondentJobTitle: string };

const givenNames = (
  'Amara Anton Beatriz Björn Camille Chidi Dagmar Dalia Elias Emeka Esther Farid Fiona Gabriel ' +
  'Giulia Hamid Haruka Ingrid Isaac Jasmine Joaquín Kavya Kenji Leila Lorenzo Lucía Malik Marta ' +
  'Minh Nadia Niamh Nuno Oksana Omar Patrick Paulina Quentin Rafaela Rohan Rosa Samir Sigrid ' +
  'Sofia Takeshi Teresa Uwe Valentina Wanjiru Xavier Yasmin Zofia'
).split(' ');

const familyNames = (
  'Abara Adeyemi Almeida Andersen Bauer Benali Byrne Castellano Chaudhry Cordeiro Dahl Duarte ' +
  'Eriksen Fairweather Ferreira Fujita Gallagher Grabowski Haddad Hargreave Ibarra Ivanova Jansen ' +
  'Kamara Kapoor Keller Kowalczyk Laurent Lindgren Maddox Mbatha Moreau Nakagawa Novak Okonkwo ' +
  'Ortega Pillai Quispe Rahimi Rasmussen Rossi Santoro Sharma Silveira Tanaka Thackeray Ueda ' +
  'Vandermeer Whitlock Yilmaz Zeller'
).split(' ');

const jobTitles = [
  'General Manager',
  'Director of Rooms',
  'Front Office Manager',
  'Guest Relations Manager',
  'Executive Housekeeper',
  'Head Concierge',
  'Food and Beverage Manager',
  'Chief Engineer',
  'Night Manager',
  'Reservations Manager',
  'Front Desk Supervisor',
  'Learning and Development Manager',
  'Breakfast Supervisor',
  'Spa Manager',
] as const;

/** Returns the people of one hotel in the order of their interviews. Each has another job title. */
export function staffOf(random: Random): Respondent[] {
  const given = random.shuffled(givenNames);
  const family = random.shuffled(familyNames);
  return random.shuffled(jobTitles).map((respondentJobTitle, index) => ({
    respondentName: `${given[index]} ${family[index]}`,
    respondentJobTitle,
  }));
}
