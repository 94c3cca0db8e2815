/* Pulls gpio-sim lines up and down with exact spacing.
 *
 * Standard input: lines "AT PIN LEVEL LANE", AT in microseconds from the start, in order; then "run" does all of them and
 * forgets them. Standard output: for each write "PIN LEVEL BEFORE AFTER", CLOCK_MONOTONIC nanoseconds around it (the
 * kernel stamps the edge between the two), and "done" once they are all told and have been at rest for a while.
 *
 * Two lanes, each on a processor of its own, so that two lines can move at the same moment. Who is held up is late with
 * all that follows in the lane: two steps of one are never nearer to each other than asked for. The kernel's GPIO
 * threads are taken to the processor of lane 0: the host may stop one of the machine's two processors for milliseconds
 * while the other goes on, as no real machine does. Like this, whoever presses stops too.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PINS 28
#define LANES 2
#define MOST 200000
#define SLIP 5000 /* ns */
#define REST 8000 /* us: after that every contact is at rest, whichever lane was late */
#define TOGETHER 100000 /* ns */
#define SLEEP_ABOVE 2000000 /* ns: nearer than that it spins */

struct step {
	long long at;
	int pin, level, lane;
	long long before, after;
};

static struct step steps[MOST];
static int count, file[PINS];
static atomic_llong start;
static atomic_int here;

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

static cpu_set_t only(int processor)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	return set;
}

/* All lanes are here and running, not merely meant to: the time at which they begin. */
static long long meet(void)
{
	long long begin = 0;

	if (atomic_fetch_add(&here, 1) == LANES - 1)
		atomic_store(&start, now() + TOGETHER);
	while (!begin)
		begin = atomic_load(&start);
	return begin;
}

static void *lane(void *which)
{
	int mine = (int)(long)which;
	long long begun;
	cpu_set_t set = only(mine);
	struct sched_param above = { .sched_priority = 10 }; /* above all programs, below the kernel's GPIO threads (50) */

	sched_setaffinity(0, sizeof set, &set);
	sched_setscheduler(0, SCHED_FIFO, &above);
	begun = meet();
	for (struct step *s = steps; s < steps + count; s++) {
		const char *pull = s->level ? "pull-up" : "pull-down";
		if (s->lane != mine)
			continue;
		wait_until(begun + s->at * 1000);
		s->before = now();
		if (s->before - begun > s->at * 1000 + SLIP)
			begun = s->before - s->at * 1000;
		if (pwrite(file[s->pin], pull, strlen(pull), 0) < 0) {
			perror("pull");
			exit(1);
		}
		s->after = now();
	}
	return NULL;
}

static void run(void)
{
	pthread_t other[LANES];

	atomic_store(&start, 0);
	atomic_store(&here, 0);
	for (long n = 0; n < LANES; n++)
		if (pthread_create(&other[n], NULL, lane, (void *)n)) {
			perror("thread");
			exit(1);
		}
	for (int n = 0; n < LANES; n++)
		pthread_join(other[n], NULL);
	usleep(REST);
	for (struct step *s = steps; s < steps + count; s++)
		printf("%d %d %lld %lld\n", s->pin, s->level, s->before, s->after);
	printf("done\n");
	fflush(stdout);
	count = 0;
}

/* The program's GPIO threads: the processor of lane 0 only. */
static void gather(void)
{
	cpu_set_t set = only(0);
	glob_t found;

	if (glob("/proc/[0-9]*/comm", 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char name[32] = "";
		FILE *comm = fopen(found.gl_pathv[i], "r");
		if (comm && fgets(name, sizeof name, comm) && !strncmp(name, "irq/", 4) && strstr(name, "-mopsbox"))
			sched_setaffinity(atoi(found.gl_pathv[i] + strlen("/proc/")), sizeof set, &set);
		if (comm)
			fclose(comm);
	}
	globfree(&found);
}

int main(void)
{
	char line[80];

	for (int pin = 0; pin < PINS; pin++) {
		char path[80];
		snprintf(path, sizeof path, "/run/lines/sim_gpio%d/pull", pin);
		file[pin] = open(path, O_WRONLY);
		if (file[pin] < 0) {
			perror(path);
			return 1;
		}
	}
	gather();
	mlockall(MCL_CURRENT);
	while (fgets(line, sizeof line, stdin)) {
		struct step *s = &steps[count];
		if (!strcmp(line, "run\n")) {
			run();
		} else if (count == MOST || sscanf(line, "%lld %d %d %d", &s->at, &s->pin, &s->level, &s->lane) != 4 ||
			   s->pin < 0 || s->pin >= PINS || s->lane < 0 || s->lane >= LANES) {
			fprintf(stderr, "not understood: %s", line);
			return 2;
		} else {
			count++;
		}
	}
	return 0;
}
