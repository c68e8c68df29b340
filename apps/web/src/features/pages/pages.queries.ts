import { type ContentPagePath, getContentPage } from '@portico/contracts/pages';
import { query } from '../../api/query.ts';

export const contentPageQuery = (path: ContentPagePath) => query(getContentPage, { query: { path } });
