/**
 * How the compiler is called. Four checkers would each work out the same types of the contract and of the libraries, and
 * the memory is given back at the end anyway: one checker that collects no garbage takes under half of the processor
 * time and no more time on the clock.
 */
export const TYPE_CHECK = {
  args: ['-p', '.', '--checkers', '1'],
  env: { GOGC: 'off', GOMEMLIMIT: '3GiB' },
} as const
