/* Pulls gpio-sim lines up and down with exact spacing.
 *
 * Standard input: lines "AT PIN LEVEL", AT in microseconds from the start of a pass, in order. Argument: how many passes.
 * Standard output, once all is done: "PIN LEVEL BEFORE AFTER", CLOCK_MONOTONIC nanoseconds around each write. The
 * kernel stamps an edge between the two.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PINS 28
#define MOST 200000
#define SLEEP_ABOVE 2000000 /* ns: nearer than that it spins */

struct step { long long at; int pin, level; };
struct done { int pin, level; long long before, after; };

static struct step steps[MOST];

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void wait_until(long long t)
{
	long long left = t - now();
	if (left > SLEEP_ABOVE) {
		struct timespec nap = { (left - SLEEP_ABOVE) / 1000000000LL, (left - SLEEP_ABOVE) % 1000000000LL };
		nanosleep(&nap, NULL);
	}
	while (now() < t)
		;
}

int main(int argc, char **argv)
{
	static int file[PINS];
	int passes = argc > 1 ? atoi(argv[1]) : 1, count = 0;
	struct step s;

	for (int pin = 0; pin < PINS; pin++) {
		char path[80];
		snprintf(path, sizeof path, "/run/lines/sim_gpio%d/pull", pin);
		file[pin] = open(path, O_WRONLY);
		if (file[pin] < 0) {
			perror(path);
			return 1;
		}
	}
	while (count < MOST && scanf("%lld %d %d", &s.at, &s.pin, &s.level) == 3) {
		if (s.pin < 0 || s.pin >= PINS) {
			fprintf(stderr, "no pin %d\n", s.pin);
			return 2;
		}
		steps[count++] = s;
	}
	struct done *log = calloc((size_t)count * passes + 1, sizeof *log), *entry = log;
	mlockall(MCL_CURRENT);
	long long start = now() + 1000000;
	for (int pass = 0; pass < passes; pass++) {
		for (int i = 0; i < count; i++, entry++) {
			const char *pull = steps[i].level ? "pull-up" : "pull-down";
			wait_until(start + steps[i].at * 1000);
			entry->pin = steps[i].pin;
			entry->level = steps[i].level;
			entry->before = now();
			if (pwrite(file[entry->pin], pull, steps[i].level ? 7 : 9, 0) < 0) {
				perror("pull");
				return 1;
			}
			entry->after = now();
		}
		start = now();
	}
	for (struct done *d = log; d < entry; d++)
		printf("%d %d %lld %lld\n", d->pin, d->level, d->before, d->after);
	return 0;
}
