import type { FastifyInstance } from 'fastify';
import { limitedJsonParser } from '../limits/limits.ts';
import { REPORTS_PATH } from './securityHeaders.ts';

const MAX_REPORT_BYTES = 16 * 1024;

interface Report {
  type?: unknown;
  body?: { effectiveDirective?: unknown; blockedURL?: unknown; disposition?: unknown };
}

/**
 * Accepts the reports that browsers send when a page violates its policy, and logs what was blocked, without addresses.
 */
export function acceptPolicyReports(portal: FastifyInstance): void {
  void portal.register(async (scope) => {
    scope.addContentTypeParser(
      'application/reports+json',
      { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
      limitedJsonParser(scope),
    );
    scope.post(
      REPORTS_PATH,
      { config: { access: 'anyone' }, schema: { hide: true }, bodyLimit: MAX_REPORT_BYTES },
      async (request, reply) => {
        const reports = Array.isArray(request.body) ? (request.body as Report[]).slice(0, 20) : [];
        for (const report of reports) {
          if (report?.type !== 'csp-violation') continue;
          request.log.warn(
            { directive: word(report.body?.effectiveDirective), blocked: originOf(report.body?.blockedURL) },
            'a page violated its policy',
          );
        }
        return reply.code(204).send();
      },
    );
  });
}

const word = (value: unknown): string => (typeof value === 'string' ? value.replace(/[^a-z-]/gi, '').slice(0, 40) : '');

function originOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return URL.parse(value)?.origin ?? word(value);
}
