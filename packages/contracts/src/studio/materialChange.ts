import { isStorable } from '@portico/kinds/content';
import { z } from 'zod/mini';
import { writtenText } from '../base/writtenText.ts';

export const MAX_CHANGE_REASON = 500;

/** Why a change is material, in words for those who must confirm the item again. */
export const MaterialChange = writtenText(MAX_CHANGE_REASON).check(z.refine(isStorable, 'Cannot be stored'));
