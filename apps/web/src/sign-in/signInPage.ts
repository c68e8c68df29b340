import { currentPath } from './browser.ts';
import { readSession } from './sessionCookies.ts';
import { startSignIn } from './signIn.ts';

/*
 * The script of the page that the server sends instead of a private page to a browser without a session. It goes to the
 * identity provider before any of the portal's code loads. If the sign-in can't start, it loads the portal, which tries
 * again and reports the reason. It also loads the portal if there is a session that the browser didn't send.
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
