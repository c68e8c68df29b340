import type { FastifyInstance } from 'fastify';
import {
  CreditFilters,
  creditsExportPath,
  deleteCreditNeed,
  getCertificateRecord,
  importCreditNeeds,
  listCreditNeeds,
  listPersonStandings,
  needsExportPath,
  remindCredits,
  saveCreditNeed,
  type PersonStanding,
} from '@portico/contracts/studio/credits';
import {
  ClaimFilters,
  claimsExportPath,
  decideCreditClaim,
  listPersonClaims,
  type PersonClaim,
} from '@portico/contracts/studio/creditClaims';
import { mayManage } from '@portico/authoring/mayDo';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../../db/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';
import { sendSpreadsheet } from '../../../spreadsheets/sendSpreadsheet.ts';
import { findCertificate } from '../../duties/credits.queries.ts';
import { actorOf, assertMayManage, assertMayOversee } from '../access/actor.ts';
import { decideClaim, listAllClaims, listClaims } from './claims.queries.ts';
import { importNeeds } from './importNeeds.ts';
import { needCells, needsHeader } from './needsFile.ts';
import { deleteNeed, listNeeds, saveNeed } from './needs.queries.ts';
import { listAllStandings, listStandings, remindOfCredits } from './standings.queries.ts';

/** What licenses need, and who lacks it, for those who oversee everybody. Source: decisions/0316. */
export function studioCreditsRoutes(
  portal: FastifyInstance,
  { db, config, notify, now }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): void {
  const timeZone = config.FIRM_TIME_ZONE;
  const clock = () => ({ today: dayIn(timeZone, now()), timeZone });
  const table = async (person: Parameters<typeof mayManage>[0]) => ({
    items: await listNeeds(db),
    mayChange: mayManage(person),
  });

  route(portal, listPersonStandings, ({ person, query }) => {
    assertMayOversee(person);
    return listStandings(db, query, { ...clock(), sendsMail: config.SMTP_URL !== undefined });
  });

  route(portal, remindCredits, ({ body, ...caller }) => {
    assertMayOversee(caller.person);
    return remindOfCredits({ db, config, notify }, actorOf(caller), body, clock());
  });

  route(portal, listCreditNeeds, ({ person }) => {
    assertMayOversee(person);
    return table(person);
  });

  route(portal, saveCreditNeed, async ({ params, body, ...caller }) => {
    assertMayManage(caller.person);
    await db.transaction().execute((trx) => saveNeed(trx, { id: params.needId, ...body }, actorOf(caller)));
    return table(caller.person);
  });

  route(portal, deleteCreditNeed, async ({ params, query, ...caller }) => {
    assertMayManage(caller.person);
    await db.transaction().execute((trx) => deleteNeed(trx, { id: params.needId, ...query }, actorOf(caller)));
    return table(caller.person);
  });

  route(portal, importCreditNeeds, ({ body, ...caller }) => {
    assertMayManage(caller.person);
    return importNeeds(db, body, actorOf(caller));
  });

  route(portal, listPersonClaims, ({ query, ...caller }) => {
    assertMayOversee(caller.person);
    return listClaims(db, query, actorOf(caller));
  });

  route(portal, decideCreditClaim, ({ params, body, ...caller }) => {
    assertMayOversee(caller.person);
    return decideClaim({ db, notify }, { id: params.claimId, ...body }, actorOf(caller));
  });

  route(portal, getCertificateRecord, async ({ params, person, reader }) => {
    assertMayOversee(person);
    const caller = { reader, mayOversee: true };
    const { personId, holder, email, notedAt, ...record } = found(
      await findCertificate(db, caller, params.number, timeZone),
      'certificate',
    );
    return {
      ...record,
      person: { id: personId, name: holder, email },
      notedAt: notedAt && new Date(notedAt).toISOString(),
    };
  });

  for (const format of ['csv', 'xlsx'] as const) {
    portal.get(
      creditsExportPath(format),
      {
        compress: false,
        config: { access: 'overseer', isHidden: true },
        schema: { querystring: CreditFilters, hide: true },
      },
      async (request, reply) => {
        assertMayOversee(request.person!);
        const standings = await listAllStandings(db, request.query as CreditFilters, clock());
        await audit(db, {
          actorId: request.person!.id,
          action: 'credits.exported',
          objectKind: 'credits',
          details: { format, rows: standings.length },
        });
        return sendSpreadsheet(reply, format, {
          name: `Credits ${clock().today}`,
          sheetName: 'Credits',
          header: standingsHeader,
          chunks: chunksOf(standings.map(standingCells)),
        });
      },
    );
    portal.get(
      claimsExportPath(format),
      {
        compress: false,
        config: { access: 'overseer', isHidden: true },
        schema: { querystring: ClaimFilters, hide: true },
      },
      async (request, reply) => {
        const caller = { person: request.person!, reader: request.reader! };
        assertMayOversee(caller.person);
        const claims = await listAllClaims(db, request.query as ClaimFilters, actorOf(caller));
        await audit(db, {
          actorId: caller.person.id,
          action: 'credits.claims-exported',
          objectKind: 'credits',
          details: { format, rows: claims.length },
        });
        return sendSpreadsheet(reply, format, {
          name: `Credits earned elsewhere ${clock().today}`,
          sheetName: 'Earned elsewhere',
          header: claimsHeader,
          chunks: chunksOf(claims.map(claimCells)),
        });
      },
    );
    portal.get(
      needsExportPath(format),
      { compress: false, config: { access: 'overseer', isHidden: true }, schema: { hide: true } },
      async (request, reply) => {
        assertMayOversee(request.person!);
        const needs = await listNeeds(db);
        return sendSpreadsheet(reply, format, {
          name: `Credit needs ${clock().today}`,
          sheetName: 'Needs',
          header: needsHeader,
          chunks: chunksOf(needs.map(needCells)),
        });
      },
    );
  }
}

const EXPORT_CHUNK = 500;

async function* chunksOf(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  for (let start = 0; start < rows.length; start += EXPORT_CHUNK) yield rows.slice(start, start + EXPORT_CHUNK);
}

const standingsHeader = [
  'Name',
  'Email',
  'Firm',
  'Branch',
  'Supervisor',
  'Program',
  'State',
  'Subject',
  'From',
  'To',
  'Due',
  'Hours needed',
  'Hours earned',
  'Hours missing',
  'Status',
  'Reminded (UTC)',
];

const standingCells = (one: PersonStanding): Cell[] => [
  one.person.name,
  one.person.email ?? '',
  one.firm ?? '',
  one.branch ?? '',
  one.supervisor ?? '',
  one.program,
  one.state,
  one.subject,
  one.startsOn,
  one.endsOn,
  one.dueDate,
  // With two decimals, a spreadsheet has exactly these digits.
  Number(one.needed),
  Number(one.earned),
  Number(one.missing),
  one.isOverdue ? 'Overdue' : one.missing === '0' ? 'Reached' : 'Missing',
  one.remindedAt === null ? '' : one.remindedAt.slice(0, 19).replace('T', ' '),
];

const claimsHeader = [
  'Name',
  'Email',
  'Title',
  'Provider',
  'Program',
  'State',
  'Subject',
  'Hours',
  'Earned on',
  'Status',
  'Reason',
  'Last step',
  'By',
  'At (UTC)',
  'Certificate',
];

const claimCells = (claim: PersonClaim): Cell[] => {
  const [last] = claim.steps;
  return [
    claim.person.name,
    claim.person.email ?? '',
    claim.title,
    claim.provider,
    claim.program,
    claim.state,
    claim.subject,
    Number(claim.hours),
    claim.day,
    claim.status,
    claim.reason ?? '',
    last!.action,
    last!.by ?? '',
    last!.at.slice(0, 19).replace('T', ' '),
    claim.file.fileName,
  ];
};
