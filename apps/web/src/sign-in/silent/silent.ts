import type { SilentAnswer } from './silentAnswer.ts';

/** All of /auth/silent: passes the provider's answer to the portal that framed it, and only to that origin. */
const answer: SilentAnswer = { type: 'portico-silent-answer', address: location.href };
history.replaceState(null, '', location.pathname);
if (window.parent !== window) window.parent.postMessage(answer, location.origin);
