import type { ReturnedResponse } from '#domain/rounds/returned.ts';

/**
 * The returned response that a draft corrects, with what its reviewers remarked, as they were when
 * the draft was begun. The draft holds them because the cache may be dropped.
 */
export type DraftReturned = Pick<
  ReturnedResponse,
  'clientId' | 'returnedAt' | 'returnedBy' | 'reviewRemarks'
> & {
  /** The files of the returned response. The server has them, and the corrected response keeps them. */
  files: NonNullable<ReturnedResponse['files']>;
};

/** Which returned response a finished interview replaces. */
export type Revises = {
  /** The client id of the returned response. */
  of: string;
  /** When it was returned, by the server's clock. It can be returned again later. */
  returnedAt: string;
};

/** What a receipt says about the correction: the returned response, and what became of the correction. */
export type Revised = Revises & {
  /**
   * `kept`: the round was approved meanwhile, and the content is kept beside the response. `alone`:
   * the response was no longer returned, and the content is stored as a response of its own.
   */
  outcome: 'applied' | 'kept' | 'alone';
  /** True until the person has read an outcome that they did not expect. */
  isUntold?: boolean;
};
