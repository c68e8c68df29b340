import { test as setup } from '@playwright/test';
import { signIn, STORED_SESSION } from '../support/signIn.ts';

setup('a person signs in for the journeys that need it', async ({ page }) => {
  await page.goto('/');
  await signIn(page, 'hybrid');
  await page.context().storageState({ path: STORED_SESSION });
});
