// Declares the flags that select and sort the records of a list after they were read.
import { Option } from 'commander';
import { collect } from '../flags.ts';

export function whereOption(): Option {
  return new Option(
    '--where <condition>',
    'only records with a value (status=accepted) or a text (title~queue), chosen here; != and !~ exclude; repeatable',
  ).argParser(collect);
}

export function sortOption(): Option {
  return new Option('--sort <fields>', 'sort by these fields; -field sorts in descending order');
}
