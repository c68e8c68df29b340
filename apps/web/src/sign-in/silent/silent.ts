import type { SilentAnswer } from './silentAnswer.ts';

/** The whole script of /auth/silent: passes the provider's answer to the portal that framed it, only on its origin. */
const answer: SilentAnswer = { type: 'portico-silent-answer', address: location.href };
history.replaceState(null, '', location.pathname);
if (window.parent !== window) window.parent.postMessage(answer, location.origin);
