import type { FastifyInstance } from 'fastify';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchPortal,
  suggestSearch,
  updateAbbreviation,
} from '@portico/contracts/search';
import type { Db } from '../../db/pool.ts';
import { route } from '../../http/route.ts';
import {
  addAbbreviation,
  changeAbbreviation,
  listAbbreviationsByName,
  removeAbbreviation,
} from './abbreviations.queries.ts';
import { searchItems, suggestTerms } from './search.queries.ts';

export function searchRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, searchPortal, ({ person, query }) => searchItems(db, { ...person, now: now() }, query));
  route(portal, suggestSearch, ({ person, query }) => suggestTerms(db, { ...person, now: now() }, query.term));
  route(portal, listAbbreviations, () => listAbbreviationsByName(db));
  route(portal, createAbbreviation, ({ person, body }) => addAbbreviation(db, person.id, body));
  route(portal, updateAbbreviation, ({ person, params, body }) =>
    changeAbbreviation(db, person.id, params.abbreviationId, body),
  );
  route(portal, deleteAbbreviation, async ({ person, params }) => {
    await removeAbbreviation(db, person.id, params.abbreviationId);
    return undefined;
  });
}
