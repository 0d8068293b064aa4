import { TEXTS } from '../cases/texts.ts';
import { hostileCases } from '../harness/hostile-case.ts';

// Others wait up to 0.4 s, since a program's change to a long text passes over all of it several times.
hostileCases('a server for texts that cost much', TEXTS);
