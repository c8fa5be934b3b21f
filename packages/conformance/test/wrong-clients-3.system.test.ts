import { testMistakes } from './wrong-clients.ts';

testMistakes(3);
