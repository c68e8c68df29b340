import { currentPath } from './browser.ts';
import { readSession } from './sessionCookies.ts';
import { startSignIn } from './signIn.ts';

/*
 * What the server sends for a private page to a browser without a session: it leaves for the identity provider before
 * anything of the portal is loaded. If the sign-in can't start, the portal is loaded after all, tries again and says
 * why; the same if there is a session that the browser did not send.
 */
if (readSession()) void openPortal();
else startSignIn(currentPath()).catch(openPortal);

async function openPortal(): Promise<void> {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name="portico-portal"]')!;
  const [script = '', ...styles] = content.split(' ');
  for (const href of styles)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  await import(/* @vite-ignore */ script);
}
