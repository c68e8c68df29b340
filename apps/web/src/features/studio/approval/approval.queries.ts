import { listWaitingItems } from '@portico/contracts/studio/reviews';
import { query } from '../../../api/query.ts';

/** Items that need action from the signed-in person. */
export const waitingQuery = () => query(listWaitingItems, {});
