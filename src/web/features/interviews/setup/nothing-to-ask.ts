/** Thrown when the survey, as this device last read it, has no questions. */
export class NothingToAsk extends Error {
  override name = 'NothingToAsk';
}
