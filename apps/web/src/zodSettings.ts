import { z } from 'zod/mini';

// Before any schema is used: our content security policy allows no code made from text.
z.config({ jitless: true });
