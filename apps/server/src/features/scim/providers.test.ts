import { expect, test } from 'vitest';
import { ENTERPRISE, GROUP, PATCH, scimClient, USER } from '../../testing/scimClient.ts';
import { testPortal } from '../../testing/testPortal.ts';

/* Calls in the order and format in which two providers send them. */

test('Entra ID: connection test, initial cycle, changes and the end of an account [OPS-316]', async () => {
  const scim = await scimClient(await testPortal());
  const none = await scim('GET', '/Users?filter=userName+eq+%22non-existent-1f%22');
  expect(none).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });

  const user = await scim('POST', '/Users', {
    schemas: [USER, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee@testuser.com',
    active: true,
    displayName: 'lennay',
    emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    addresses: [{ type: 'work', locality: 'Boston' }],
    phoneNumbers: [{ type: 'work', value: '+1 555' }],
    roles: [],
  });
  expect(user.status).toBe(201);
  const id = user.body['id'] as string;

  const found = await scim('GET', '/Users?filter=externalId%20eq%20%220a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef%22');
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });

  const changed = await scim('PATCH', `/Users/${id}`, {
    schemas: [PATCH],
    Operations: [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Advice' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: '5d48a0a8e9f04aa38008' },
      { op: 'Add', value: { 'name.givenName': 'Flat', [`${ENTERPRISE}:employeeNumber`]: 17 } },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Somewhere' },
    ],
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      emails: [{ value: 'updatedEmail@microsoft.com', type: 'work', primary: true }],
      name: { familyName: 'updatedFamilyName', givenName: 'Flat' },
      [ENTERPRISE]: { department: 'Advice', employeeNumber: '17' },
    },
  });

  const group = await scim('POST', '/Groups', {
    schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'displayName',
    meta: { resourceType: 'Group' },
  });
  expect(group.status).toBe(201);
  const groupId = group.body['id'] as string;
  const lookUp = await scim('GET', '/Groups?excludedAttributes=members&filter=displayName+eq+%22displayName%22');
  expect(lookUp.body).toMatchObject({ totalResults: 1, Resources: [{ id: groupId }] });
  const members = (op: string, value: unknown) =>
    scim('PATCH', `/Groups/${groupId}`, { schemas: [PATCH], Operations: [{ op, path: 'members', value }] });
  expect((await members('Add', [{ $ref: null, value: id }])).status).toBe(200);
  const isIn = await scim('GET', `/Groups?filter=id+eq+%22${groupId}%22+and+members+eq+%22${id}%22&attributes=id`);
  expect(isIn.body).toMatchObject({ totalResults: 1, Resources: [{ id: groupId }] });
  expect((await members('Remove', [{ $ref: null, value: id }])).body).not.toHaveProperty('members');

  const ended = await scim('PATCH', `/Users/${id}`, {
    schemas: [PATCH],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  });
  expect(ended.body).toMatchObject({ active: false });
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect(await scim('GET', `/Users/${id}`)).toMatchObject({ status: 404, body: { status: '404' } });
});

test('Okta: import, assignment, group push, deactivation and reactivation [OPS-316]', async () => {
  const scim = await scimClient(await testPortal());
  const json = { accept: 'application/scim+json', 'content-type': 'application/scim+json; charset=utf-8' };
  expect((await scim('GET', '/Users?startIndex=1&count=2', undefined, json)).body).toMatchObject({ totalResults: 0 });
  expect((await scim('GET', '/Users?filter=userName%20eq%20%22test.user%40okta.local%22')).body).toMatchObject({
    totalResults: 0,
  });
  const user = {
    schemas: [USER],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const made = await scim('POST', '/Users', user, json);
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toContain('1mz050nq');
  const id = made.body['id'] as string;
  expect((await scim('POST', '/Users', user, json)).body).toMatchObject({ scimType: 'uniqueness', status: '409' });

  const put = await scim('PUT', `/Users/${id}`, { ...user, id, displayName: 'Another', meta: made.body['meta'] }, json);
  expect(put.body).toMatchObject({ displayName: 'Another', active: true });
  const active = (value: boolean) =>
    scim(
      'PATCH',
      `/Users/${id}`,
      { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: value } }] },
      json,
    );
  expect((await active(false)).body).toMatchObject({ active: false });
  expect((await active(true)).body).toMatchObject({ active: true });

  const group = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] }, json);
  const groupId = group.body['id'] as string;
  const patch = (...Operations: object[]) =>
    scim('PATCH', `/Groups/${groupId}`, { schemas: [PATCH], Operations }, json);
  await patch({ op: 'add', path: 'members', value: [{ value: id, display: 'test.user@okta.local' }] });
  expect((await scim('GET', `/Groups/${groupId}`)).body).toMatchObject({
    members: [{ value: id, display: 'Another' }],
  });
  expect((await patch({ op: 'replace', value: { id: groupId, displayName: 'New name' } })).body).toMatchObject({
    displayName: 'New name',
    members: [{ value: id }],
  });
  expect((await patch({ op: 'remove', path: `members[value eq "${id}"]` })).body).not.toHaveProperty('members');
  const replaced = { schemas: [GROUP], id: groupId, displayName: 'New name', members: [{ value: id, display: 'x' }] };
  expect((await scim('PUT', `/Groups/${groupId}`, replaced, json)).body).toMatchObject({ members: [{ value: id }] });
  expect((await scim('GET', '/Groups?startIndex=1&count=100')).body).toMatchObject({ totalResults: 1 });
  expect((await scim('DELETE', `/Groups/${groupId}`)).status).toBe(204);
});
