import './zodSettings.ts';
import '@portico/ui/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createQueryCache } from './api/queryCache.ts';
import { routes } from './routes.tsx';
import { createPortalRouter } from './shell/createPortalRouter.tsx';

const cache = createQueryCache();
const router = createPortalRouter(routes, cache);

createRoot(document.getElementById('portal')!).render(
  <QueryClientProvider client={cache}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
