import type { FastifyInstance } from 'fastify';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchPortal,
  suggestSearch,
  updateAbbreviation,
} from '@portico/contracts/search';
import type { Dependencies } from '../../dependencies.ts';
import { route } from '../../http/api/route.ts';
import {
  addAbbreviation,
  changeAbbreviation,
  listAbbreviationsByName,
  removeAbbreviation,
} from './abbreviations.queries.ts';
import { searchItems, suggestTerms } from './search.queries.ts';

export function searchRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, searchPortal, ({ reader, query }) => searchItems(db, reader, query));
  route(portal, suggestSearch, ({ reader, query }) => suggestTerms(db, reader, query.term));
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
