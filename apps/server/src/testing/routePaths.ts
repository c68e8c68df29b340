import type { FastifyInstance } from 'fastify';

/** The registered routes as `GET /api/v1/news/:`, with a colon for each parameter; without HEAD and OPTIONS. */
export function routePaths(portal: FastifyInstance): string[] {
  const parts: string[] = [];
  return portal
    .printRoutes({ commonPrefix: false, includeMeta: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part, methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (part === undefined) return [];
      parts.splice(indent.length / 4, Infinity, part);
      const path = asRoute(parts.join(''));
      return methods
        .split(', ')
        .filter((method) => /^(?:GET|POST|PUT|DELETE|PATCH)$/.test(method))
        .map((method) => `${method} ${path}`);
    });
}

/** Replaces each parameter with a colon. */
export function asRoute(path: string): string {
  return path.replaceAll(/:[\w:|]+/g, ':');
}
