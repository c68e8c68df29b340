import { fakeApi } from '@portico/testing/fakeApi';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPortal, watchLeaving } from '../testPortal.ts';

test('a malformed address without tokens goes to sign-in like any other path [ROUTE-025]', async () => {
  const left = watchLeaving();
  const api = fakeApi();
  openPortal('/events/5?x=1', { api, isSignedIn: false });
  await waitFor(() => expect(left).toHaveLength(1));
  expect(left[0]).toMatch(/^https:\/\/idp\.test\/auth\?/);
  expect(api.calls).toEqual([]);
});
