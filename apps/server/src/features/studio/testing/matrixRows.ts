import { randomUUID } from 'node:crypto';
import { itemRoles, type ItemRole } from '@portico/contracts/studio/roles';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { type StudioState } from '@portico/contracts/studio/studio';

/* Every studio call, by every role, on items of each department in each state. The table defines what is allowed. */

export const states: readonly StudioState[] = [
  'Draft',
  'InReview',
  'Approved',
  'Scheduled',
  'Published',
  'Expired',
  'Archived',
];
const live: readonly StudioState[] = ['Scheduled', 'Published', 'Expired'];
/** The department of the item: the one in which the callers have their role, another one, or none. */
export const departments = { own: 'Operations', other: 'Marketing', none: null } as const;
export type Department = keyof typeof departments;
/** One caller per role in one department, an administrator of the whole studio, and a member without a role. */
export const callers = [...itemRoles, 'everything', 'member'] as const;
export type CallerName = (typeof callers)[number];

const writers: readonly ItemRole[] = ['author', 'editor', 'administrator'];
const approvers: readonly ItemRole[] = ['approver', 'administrator'];
const managers: readonly ItemRole[] = ['editor', 'administrator'];

export interface Item {
  id: string;
  version: number;
  threadId: string;
  /** A member without a role. */
  memberId: string;
}
export interface Row {
  params?: (item: Item) => Record<string, string>;
  query?: Record<string, string>;
  body?: (item: Item) => object;
  /** Whether a role may make the call in the item's state; otherwise the status of the response. */
  may: (role: ItemRole, state: StudioState) => true | 403 | 404 | 409;
  /** A role that gets 403 for every item. */
  never?: ItemRole;
  /** `news` by default. */
  kind?: 'news' | 'event';
  /** True if the call changes the item, so that the next call needs a new one. */
  isChange?: boolean;
}

export const itemParams = ({ id }: Item) => ({ itemId: id });
const seen = ({ version }: Item) => ({ version, sequence: 0 });
const everyone = () => true as const;
const only =
  (roles: readonly ItemRole[], inStates: readonly StudioState[] = states) =>
  (role: ItemRole, state: StudioState) =>
    !roles.includes(role) ? 403 : inStates.includes(state) || 409;
const comment = () => ({ id: randomUUID(), text: 'Why?', mentions: [] });
const request = (purpose: string) => () => ({ purpose, note: '', dueOn: null });

/** What organizers may do, with events that readers see or once saw. */
const organizers =
  (inStates: readonly StudioState[]) =>
  (role: ItemRole, state: StudioState): true | 403 | 404 | 409 => {
    if (!writers.includes(role)) return 403;
    if (!live.includes(state) && state !== 'Archived') return 404;
    return inStates.includes(state) || 409;
  };
const rosterRow = { kind: 'event', may: organizers([...live, 'Archived']) } as const;
const everyDay = { unit: 'Day', every: 1, weekdays: [], monthDay: 'SameDay', count: 2, until: null };
/** None of the items asks for a confirmation. */
const askedRow: Row = { may: (role) => (writers.includes(role) ? 404 : 403) };

/** Calls on a single item. */
export const itemRows: Record<string, Row> = {
  getStudioItem: { may: everyone },
  followStudioItem: { may: everyone, body: () => ({ clientId: randomUUID(), since: 0, focus: null }) },
  listNewFiles: { may: everyone },
  listSectionChanges: { may: (role) => writers.includes(role) || 403 },
  listStudioRevisions: { may: everyone },
  getStudioRevision: { may: everyone, params: ({ id }) => ({ itemId: id, number: '1' }) },
  getStudioRetention: { may: everyone },
  listStudioActivity: { may: everyone },
  getOwnership: { may: everyone },
  saveOwnership: { may: only(writers), body: () => ({ version: 0, ownerId: null, reviewOn: null }) },
  // None of the items has a review.
  confirmContent: { may: only(writers, []), body: () => ({ reviewOn: '2026-01-01', nextOn: '2100-01-01' }) },
  letContentExpire: { may: only(writers, []), body: () => ({ reviewOn: '2026-01-01' }) },
  previewStudioItem: { may: everyone, query: { of: 'Draft' } },
  listPreviewAddresses: { may: everyone },
  createPreviewAddress: { may: everyone, body: () => ({ id: randomUUID(), personIds: [] }) },
  restoreStudioItem: {
    may: (role, state) =>
      managers.includes(role) ? state === 'Archived' || 409 : role === 'approver' && state === 'Approved' ? 409 : 403,
    isChange: true,
    body: ({ version }) => ({ version }),
  },
  extendStudioItem: {
    may: (role, state) =>
      managers.includes(role) ? live.includes(state) || 409 : role === 'approver' && state === 'Approved' ? 409 : 403,
    isChange: true,
    body: ({ version }) => ({ version, expiresAt: '2100-01-01T00:00:00.000Z' }),
  },
  listDocumentVersions: { may: everyone },
  listStudioThreads: { may: everyone },
  'countItemReaders of one': { params: () => ({}), may: everyone, body: ({ id }) => ({ itemIds: [id] }) },
  explainToEditor: { may: everyone, params: ({ id, memberId }) => ({ itemId: id, personId: memberId }) },
  startStudioThread: {
    may: everyone,
    body: () => ({ ...comment(), threadId: randomUUID(), componentId: null }),
  },
  replyToStudioThread: { may: everyone, params: ({ id, threadId }) => ({ itemId: id, threadId }), body: comment },
  resolveStudioThread: {
    may: everyone,
    params: ({ id, threadId }) => ({ itemId: id, threadId }),
    body: () => ({ isResolved: true }),
  },
  changeStudioItem: {
    may: only(writers),
    isChange: true,
    body: () => ({
      clientId: randomUUID(),
      batchId: randomUUID(),
      base: 0,
      changes: [{ do: 'field', name: 'description', value: 'New' }],
    }),
  },
  publishStudioItem: {
    may: (role, state) => managers.includes(role) || (role === 'approver' && state === 'Approved') || 403,
    isChange: true,
    body: seen,
  },
  archiveStudioItem: {
    may: (role, state) =>
      role === 'approver' && live.includes(state) ? 403 : only([...managers, 'approver'], live)(role, state),
    isChange: true,
    body: ({ version }) => ({ version }),
  },
  // No version is scheduled.
  unscheduleStudioItem: { may: (role) => (role === 'author' ? 403 : 409) },
  rescheduleStudioItem: {
    may: (role) => (role === 'author' ? 403 : 409),
    body: () => ({ goesLiveAt: '2100-01-01T00:00:00.000Z' }),
  },
  requestStudioReview: { may: only(writers, ['Draft', 'Archived']), isChange: true, body: request('Publish') },
  'requestStudioReview to archive': { may: only(writers, live), isChange: true, body: request('Archive') },
  withdrawStudioReview: {
    // The request was made by someone else.
    may: (role, state) => {
      const withdrawn = only(writers, ['InReview', 'Approved'])(role, state);
      return withdrawn === true && role !== 'administrator' ? 403 : withdrawn;
    },
    isChange: true,
  },
  approveStudioItem: {
    may: only(approvers, ['InReview']),
    isChange: true,
    body: (item) => ({ ...seen(item), comment: '' }),
  },
  returnStudioItem: { may: only(approvers, ['InReview']), isChange: true, body: () => ({ comment: 'No' }) },
  'createStudioItem as a copy': {
    may: only(writers),
    never: 'approver',
    body: ({ id }) => ({ id: randomUUID(), kind: 'news', copyOf: id }),
  },
  getDeskEvent: rosterRow,
  listRoster: rosterRow,
  listCheckIn: rosterRow,
  getCheckInCode: rosterRow,
  setCheckInCode: { ...rosterRow, body: () => ({ isOn: true }) },
  setWatching: { ...rosterRow, body: () => ({ rule: null }) },
  countRecipients: { ...rosterRow, body: () => ({ statuses: ['Registered'], personIds: [] }) },
  saveAttendance: {
    ...rosterRow,
    body: ({ memberId }) => ({
      sentAt: '2026-01-01T00:00:00.000Z',
      presses: [{ personId: memberId, isHere: true, pressedAt: '2026-01-01T00:00:00.000Z' }],
    }),
  },
  changeRoster: {
    ...rosterRow,
    may: organizers(['Published']),
    isChange: true,
    body: ({ memberId }) => ({
      id: randomUUID(),
      personId: memberId,
      from: 'None',
      to: 'Registered',
      reason: 'Speaker',
    }),
  },
  // There is no such change.
  undoRosterChange: {
    ...rosterRow,
    params: ({ id }) => ({ itemId: id, changeId: randomUUID() }),
    may: (role, state) => (writers.includes(role) ? (state === 'Archived' ? 409 : 404) : 403),
  },
  // Nobody would get it.
  sendRosterMessage: {
    ...rosterRow,
    may: organizers([]),
    body: () => ({ id: randomUUID(), to: { statuses: [], personIds: [] }, people: 1, title: 'Hall', text: 'Hall 2' }),
  },
  cancelDeskEvent: {
    ...rosterRow,
    may: (role, state) => (role === 'author' && live.includes(state) ? 403 : organizers(live)(role, state)),
    isChange: true,
    body: ({ version }) => ({ version, note: '' }),
  },
  getDeskSeries: rosterRow,
  previewSeries: { ...rosterRow, may: organizers(live), body: () => ({ rule: everyDay }) },
  createSeries: {
    ...rosterRow,
    may: (role, state) => {
      const allowed = organizers(['Published'])(role, state);
      return role === 'author' && allowed !== 404 ? 403 : allowed;
    },
    isChange: true,
    body: ({ version }) => ({ version, rule: everyDay }),
  },
  getSeriesChange: rosterRow,
  // None of the events is one of a series.
  publishSeriesChange: {
    ...rosterRow,
    may: (role, state) => {
      const allowed = organizers([])(role, state);
      return role === 'author' && allowed !== 404 ? 403 : allowed;
    },
    body: ({ version }) => ({ version, sequence: 0, scope: 'All', dates: 1 }),
  },
  undoSeriesChange: {
    ...rosterRow,
    params: ({ id }) => ({ itemId: id, changeId: randomUUID() }),
    may: (role, state) => (organizers([...live, 'Archived'])(role, state) === true ? 404 : organizers([])(role, state)),
  },
  getAskedItem: askedRow,
  listAskedPeople: askedRow,
  countReminded: askedRow,
  remindMissing: { ...askedRow, body: () => ({ id: randomUUID(), people: 1 }) },
  // Items with a revision cannot be discarded, and all of these have one.
  discardStudioItem: { may: only(writers, []) },
};

/** The expected results when every item needs an approval. */
export const approvalRows: Record<string, Row> = {
  publishStudioItem: {
    ...itemRows['publishStudioItem']!,
    may: (role, state) => (role !== 'author' && state === 'Approved') || 403,
  },
  archiveStudioItem: {
    ...itemRows['archiveStudioItem']!,
    may: (role, state) => (role === 'author' || live.includes(state) ? 403 : 409),
  },
};

/**
 * Calls that concern no item, with the roles that may make them in a department. The administrator of the whole studio
 * may make all of them.
 */
interface OtherRow extends Omit<Row, 'may'> {
  roles: readonly ItemRole[];
  /** The status on success: 404 for a release or redirect that does not exist. */
  status?: number;
}
const unknown = {
  params: () => ({
    releaseId: randomUUID(),
    redirectId: randomUUID(),
    itemId: randomUUID(),
    previewId: randomUUID(),
    fileId: randomUUID(),
    mediaId: randomUUID(),
    handoverId: randomUUID(),
  }),
  status: 404,
};
const noMenu = { menuItems: [], avatarMenuItems: [], intranetUrl: null };
const releasers: readonly ItemRole[] = ['editor', 'approver', 'administrator'];
export const otherRows: Record<string, OtherRow> = {
  listStudioItems: { roles: itemRoles },
  listWaitingItems: { roles: itemRoles },
  getStudioOverview: { roles: itemRoles },
  listStudioCalendar: {
    roles: itemRoles,
    query: { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' },
  },
  getStudioAccess: { roles: itemRoles },
  getFileHold: { roles: itemRoles, ...unknown },
  findOwners: { roles: writers, query: { text: 'x' } },
  listLeftItems: { roles: managers },
  // A member without a role can't own anything.
  handOver: {
    roles: managers,
    status: 400,
    body: ({ memberId }) => ({ id: randomUUID(), toId: memberId, what: { of: 'Person', personId: memberId } }),
  },
  undoHandover: { roles: managers, ...unknown },
  listMedia: { roles: itemRoles },
  getMedia: { roles: itemRoles, ...unknown },
  changeMedia: {
    roles: writers,
    status: 404,
    body: () => ({
      entries: [
        { id: randomUUID(), version: 1, name: 'x', alt: null, credit: '', license: '', source: '', labels: [] },
      ],
    }),
  },
  checkLicenses: { roles: itemRoles, body: () => ({ ids: [randomUUID()] }) },
  listUploads: { roles: writers },
  startUploads: {
    roles: writers,
    body: () => ({ files: [{ fileName: `${randomUUID()}.txt`, bytes: 1, lastModified: 0 }] }),
  },
  discardUploads: { roles: writers, status: 404, body: () => ({ ids: [randomUUID()] }) },
  deleteMedia: { roles: writers, status: 404, body: () => ({ ids: [randomUUID()], isDeleted: true }) },
  previewReplacement: { ...unknown, roles: writers, query: { with: randomUUID() } },
  replaceMedia: {
    ...unknown,
    roles: writers,
    body: () => ({
      with: randomUUID(),
      items: [{ itemId: randomUUID(), version: 1, sequence: 0, isPublished: false }],
    }),
  },
  undoReplacement: {
    roles: writers,
    status: 404,
    params: () => ({ batchId: randomUUID() }),
    body: () => ({ items: [{ itemId: randomUUID(), version: 1, sequence: 0, isPublished: false }] }),
  },
  listStudioCategories: { roles: itemRoles },
  listStudioDocuments: { roles: itemRoles },
  listStudioPictures: { roles: itemRoles },
  findLinkTargets: { roles: itemRoles, query: { text: 'x' } },
  findPinnableItems: { roles: itemRoles, query: { text: 'x' } },
  countAudience: { roles: itemRoles, body: () => ({ audience: [], audienceRule: { include: {}, exclude: {} } }) },
  includesPerson: {
    roles: itemRoles,
    body: ({ memberId }) => ({ audience: [], audienceRule: { include: {}, exclude: {} }, personId: memberId }),
  },
  countItemReaders: { roles: itemRoles, ...unknown, body: () => ({ itemIds: [randomUUID()] }) },
  listAudienceFacts: { roles: itemRoles },
  findPeople: { roles: itemRoles, query: { text: 'x' } },
  listDeskEvents: { roles: writers },
  listAskedItems: { roles: writers },
  listPersonStandings: { roles: [] },
  remindCredits: { roles: [], status: 409, body: () => ({ id: randomUUID(), people: 1, filters: {} }) },
  listPersonClaims: { roles: [] },
  decideCreditClaim: {
    roles: [],
    status: 404,
    params: () => ({ claimId: randomUUID() }),
    body: () => ({ version: 1, decision: 'Accepted', reason: '' }),
  },
  listCreditNeeds: { roles: [] },
  getCertificateRecord: { roles: [], status: 404, params: () => ({ number: '12AB-34CD-56EF-7890' }) },
  saveCreditNeed: {
    roles: [],
    params: () => ({ needId: randomUUID() }),
    body: () => ({
      version: null,
      need: {
        program: 'CFP',
        state: '',
        subject: '',
        hours: '15',
        startsOn: '01-01',
        dueOn: '11-30',
        firstYear: 2000,
        lastYear: 2000,
        reminders: null,
        audience: [],
        audienceRule: { include: {}, exclude: {} },
      },
    }),
  },
  deleteCreditNeed: {
    roles: [],
    status: 409,
    params: () => ({ needId: randomUUID() }),
    query: { version: '1' },
  },
  importCreditNeeds: { roles: [], body: () => ({ csv: '', isTrial: true }) },
  createStudioItem: { roles: writers, body: () => ({ id: randomUUID(), kind: 'news' }) },
  listReleases: { roles: releasers },
  createRelease: { roles: releasers, body: () => ({ id: randomUUID(), name: 'New fees', goesLiveAt: null }) },
  getRelease: { roles: releasers, ...unknown },
  updateRelease: { roles: releasers, ...unknown, body: () => ({ version: 1, name: 'Fees', goesLiveAt: null }) },
  deleteRelease: { roles: releasers, ...unknown },
  addToRelease: {
    roles: releasers,
    ...unknown,
    body: () => ({ items: [{ itemId: randomUUID(), version: 1, sequence: 0 }] }),
  },
  removeFromRelease: { roles: releasers, ...unknown },
  publishRelease: { roles: releasers, ...unknown, body: () => ({ version: 1 }) },
  undoRelease: { roles: releasers, ...unknown, body: () => ({ version: 1 }) },
  previewRelease: { roles: releasers, ...unknown },
  endPreviewAddress: { roles: itemRoles, ...unknown },
  readPreview: { roles: itemRoles, ...unknown },
  holdStudioItem: { roles: [], ...unknown, body: () => ({ reason: 'Case 17' }) },
  liftStudioHold: { roles: [], ...unknown },
  deleteStudioItem: { roles: [], ...unknown, body: () => ({ version: 1, title: 'x' }) },
  listFilingNames: { roles: [], params: () => ({ scope: 'category' }) },
  listFilingUses: { roles: [], params: () => ({ scope: 'department' }), query: { name: 'Operations' } },
  changeFilingName: {
    roles: [],
    status: 409,
    params: () => ({ scope: 'category' }),
    body: () => ({ version: 0, kind: 'Retire', from: 'Unknown', to: null }),
  },
  undoFilingChange: {
    roles: [],
    status: 404,
    params: () => ({ scope: 'category', changeId: '1' }),
    body: () => ({ version: 0 }),
  },
  listPinnedAnswers: { roles: [] },
  changePinnedAnswers: {
    roles: [],
    status: 404,
    body: () => ({ version: 0, change: { do: 'Retire', id: randomUUID() } }),
  },
  undoPinnedChange: { roles: [], status: 404, params: () => ({ changeId: '1' }), body: () => ({ version: 0 }) },
  getSearchInsights: { roles: [], query: { days: '30', kind: 'All' } },
  previewPinnedAnswer: {
    roles: [],
    body: ({ memberId }) => ({ term: 'rollover', itemIds: [], personId: memberId }),
  },
  getEditedMenu: { roles: [] },
  publishMenu: { roles: [], body: () => ({ version: 0, menu: noMenu, note: '' }) },
  previewMenu: { roles: [], body: ({ memberId }) => ({ menu: noMenu, personId: memberId }) },
  listMenuVersions: { roles: [] },
  getMenuVersion: { roles: [], params: () => ({ version: '1' }) },
  listRedirects: { roles: itemRoles },
  addRedirect: {
    roles: itemRoles,
    ...unknown,
    body: () => ({ from: '/explore', itemId: randomUUID() }),
  },
  removeRedirect: { roles: itemRoles, ...unknown },
  listCheckRules: { roles: itemRoles },
  saveCheckRules: { roles: [], body: () => ({ items: [] }) },
  checkLinks: { roles: itemRoles, body: () => ({ hrefs: ['/news'] }) },
  listStudioColleagues: { roles: [] },
  setStudioGrants: { roles: [], params: ({ memberId }) => ({ userId: memberId }), body: () => ({ grants: [] }) },
  getApprovalRules: { roles: [] },
  setApprovalRules: { roles: [], body: () => ({ rules: [] }) },
};

/** Calls that require the claim `editor` or administration of the whole studio. */
export const portalRows = [
  'listNotices',
  'changeNotice',
  'sendNotice',
  'withdrawNotice',
  'listAbbreviations',
  'createAbbreviation',
  'updateAbbreviation',
  'deleteAbbreviation',
  'listForms',
  'listFormEntries',
  'listAssignedEntries',
  'listDeskColleagues',
  'listDeskEntries',
  'countDeskAnswers',
  'compareFormVersions',
  'getDeskEntry',
  'changeDeskEntries',
  'returnDeskEntry',
  'addEntryNote',
  'saveDeskView',
  'saveFormLimits',
  'deleteDeskView',
];
/** Routes outside the table of endpoints. `matrix.test.ts` tests the uploads. */
export const rawRoutes = [
  'GET /api/v1/studio/confirmations/:/people.csv',
  'GET /api/v1/studio/confirmations/:/people.xlsx',
  'GET /api/v1/studio/credits.csv',
  'GET /api/v1/studio/credits.xlsx',
  'GET /api/v1/studio/credits/claims.csv',
  'GET /api/v1/studio/credits/claims.xlsx',
  'GET /api/v1/studio/credits/needs.csv',
  'GET /api/v1/studio/credits/needs.xlsx',
  'GET /api/v1/studio/events/:/roster.csv',
  'GET /api/v1/studio/events/:/roster.xlsx',
  'GET /api/v1/studio/forms/:/entries.csv',
  'GET /api/v1/studio/forms/:/entries.xlsx',
  'GET /api/v1/studio/insights/searches.csv',
  'GET /api/v1/studio/insights/searches.xlsx',
  `POST ${studioFilesPath}`,
  `POST ${studioPicturesPath}`,
  'PUT /api/v1/studio/uploads/:/chunks/:',
];
